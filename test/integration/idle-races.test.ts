// A worker that says it is idle while something that it has just tried is to be tried again: whoever waits for it would go on too
// early. The answer to a look is held until the result of a send, which the look could not see, is written.

import pg from 'pg'
import { afterEach, expect, it, vi } from 'vitest'
import { memoryChannel } from '../../src/index.ts'
import { statementText } from '../../src/storage/statements.ts'
import { createTestBelfry } from '../../src/testing/index.ts'
import { createTestDatabase } from '../database.ts'
import { latch } from './latch.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

/** Answers to looks that begin while `isHeld` pass `meanwhile` before the worker hears of them. */
function holdLooks(isHeld: () => boolean, meanwhile: () => Promise<unknown>): void {
  const query = pg.Client.prototype.query as (this: pg.Client, ...asked: unknown[]) => Promise<unknown>
  const isLook = (asked: unknown) => (asked as { text?: string } | undefined)?.text === statementText('next')
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(async function (this: pg.Client, ...asked: unknown[]) {
    const holds = isLook(asked[0]) && isHeld()
    const answer = await query.apply(this, asked)
    if (holds) await meanwhile()
    return answer
  } as typeof pg.Client.prototype.query)
}

it('what was tried in vain while a worker looked is tried again before it is idle', async () => {
  const database = await createTestDatabase()
  const hook = memoryChannel({ name: 'hook', idempotent: true })
  const test = await createTestBelfry({ database: database.url, channels: [hook] })
  const [begun, answered, written] = [latch(), latch(), latch()]
  hook.script(async () => {
    hook.script(null)
    begun.open()
    await answered.opened
    return { kind: 'unknown', reply: 'connection lost' }
  })
  let isSending = false
  void begun.opened.then(() => {
    isSending = true
  })
  holdLooks(
    () => isSending,
    async () => {
      isSending = false
      answered.open()
      await written.opened
    },
  )
  const told: string[] = []
  test.worker.events.on('concluded', () => {
    told.push('tried')
    written.open()
  })
  test.worker.events.on('idle', () => told.push('idle'))
  await test.belfry.recipients.put({ id: 'ana', timezone: 'Europe/Paris' })
  await test.belfry.reminders.schedule({
    ...{ entity: { type: 'note', id: 'n' }, recipient: 'ana', in: 'PT1S', title: 'Twice', channels: ['hook'] },
  })
  await test.advance('PT1S')
  expect(told.slice(told.indexOf('tried')).slice(0, 3)).toEqual(['tried', 'tried', 'idle'])
  expect(hook.sent.map(({ title }) => title)).toEqual(['Twice'])
  await test.close()
  await database.drop()
})
