// Undo against others: the same one on another device, a worker that rings what was snoozed, and a transaction that comes to nothing.

import { expect, it } from 'vitest'
import { type Channel, type InboxItem, memoryChannel } from '../../src/index.ts'
import type { TestBelfry, TestBelfryOptions } from '../../src/testing/index.ts'
import { blocked, gateAtCommit } from './gate.ts'
import { latch } from './latch.ts'
import { longLease, reminder, useDatabase } from './running.ts'

const { start, client } = useDatabase()
let test: TestBelfry

const open = async (options: TestBelfryOptions = {}) => {
  test = await start({ worker: longLease, ...options })
}

const nagging = { repeat: { nag: { every: 'PT10M', atMost: 3 } } }
const items = async () => (await test.belfry.inbox.list({ recipient: 'ana' })).items
const states = async () => (await items()).map(({ state }) => state)
const undo = (id: string) => test.belfry.inbox.undo(id)

async function ring(more: object = {}): Promise<InboxItem> {
  await open()
  await test.belfry.reminders.schedule(reminder('1', { channels: ['in_app', 'memory'], ...more }))
  await test.advance('PT1M')
  return (await items())[0]!
}

it.each([
  ['Done', 1],
  ['Snooze', 1],
  // After which nothing is to come.
  ['Done', 3],
] as const)(
  '%s while ring %d is still on its way, taken back: the nag goes on as if nothing had been',
  async (said, ringNo) => {
    const sending = latch()
    const slow = memoryChannel({ name: 'slow' })
    let rings = 0
    const send: Channel['send'] = async (...sent) => {
      if (++rings === ringNo) await sending.opened
      return await slow.send(...sent)
    }
    await open({ channels: [{ ...slow, send }] })
    await test.belfry.reminders.schedule(reminder('1', { channels: ['slow', 'in_app'], ...nagging }))
    for (let i = 1; i < ringNo; i++) await test.advance('PT10M')
    const advancing = test.advance('PT10M')
    await expect.poll(async () => (await items()).length).toBe(ringNo)
    const [item] = await items()
    if (said === 'Done') await test.belfry.inbox.done(item!.id)
    else await test.belfry.inbox.snooze(item!.id, { for: 'PT2H' })
    expect((await undo(item!.id)).state).toBe('unread')
    sending.open()
    await advancing
    await test.advance('P1D')
    expect(slow.sent).toHaveLength(3)
  },
)

it('two devices that take back the same are one', async () => {
  const item = await ring(nagging)
  await test.belfry.inbox.done(item.id)
  const answers = await Promise.all([1, 2, 3].map(() => undo(item.id)))
  expect(answers.map(({ state }) => state)).toEqual(['unread', 'unread', 'unread'])
  const { items: audited } = await test.belfry.audit.list({ reminder: item.reminderId })
  expect(audited.filter(({ action }) => action === 'restored')).toHaveLength(1)
})

it('against a worker that rings what was snoozed: the ring has come, and nothing is taken back', async () => {
  const item = await ring()
  await test.belfry.inbox.snooze(item.id, { for: 'PT1H' })
  const gate = await gateAtCommit(await client())
  const watcher = await client()
  const advancing = test.advance('PT1H')
  await gate.reached()
  const undone = undo(item.id)
  undone.catch(() => {})
  // One who fires stands at the gate, and one who takes back waits for the same row.
  await Promise.race([undone, blocked(watcher, 2)])
  await gate.open()
  await expect(undone).rejects.toMatchObject({ code: 'version_conflict', field: '/id' })
  await advancing
  expect(test.memory.sent).toHaveLength(2)
  expect(await states()).toEqual(['unread', 'archived'])
})

it('before a worker: it is taken back, and does not ring', async () => {
  const item = await ring()
  await test.belfry.inbox.snooze(item.id, { for: 'PT1H' })
  const other = await client()
  await other.query('begin')
  await test.belfry.with(other).inbox.undo(item.id)
  await test.advance('PT2H')
  expect(test.memory.sent).toHaveLength(1)
  await other.query('commit')
  await test.advance('P1D')
  expect(test.memory.sent).toHaveLength(1)
  expect(await states()).toEqual(['unread'])
})

it('what is not finished is not there at all', async () => {
  const item = await ring(nagging)
  await test.belfry.inbox.done(item.id)
  const standing = async () => [await test.belfry.reminders.get(item.reminderId), await items()]
  const before = await standing()
  const other = await client()
  await other.query('begin')
  await test.belfry.with(other).inbox.undo(item.id)
  await other.query('rollback')
  expect(await standing()).toEqual(before)
  expect((await undo(item.id)).state).toBe('unread')
})

it('Done on one device and undo on another: each sees what the other has done', async () => {
  const item = await ring(nagging)
  await test.belfry.inbox.done(item.id)
  await Promise.all([undo(item.id), test.belfry.inbox.done(item.id)])
  const [state] = await states()
  await test.advance('P1D')
  // Whoever came last has the last word, and it rings or does not ring accordingly.
  expect([state, test.memory.sent.length]).toEqual(state === 'done' ? ['done', 1] : ['unread', 3])
})
