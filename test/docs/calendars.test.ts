// The guide about calendars works as it is written, with servers on loopback in place of those it names.

import { expect, it } from 'vitest'
import { createTestBelfry } from '../../src/testing/index.ts'
import { apple, calendar, event } from '../calendars/files.ts'
import { answerWith, scriptedServer } from '../channels/scripted-server.ts'
import { createTestDatabase } from '../database.ts'
import { fencesOf } from './fences.ts'

it('the guide about calendars is a program', async () => {
  const database = await createTestDatabase()
  const server = await scriptedServer()
  const now = '2030-01-10T00:00:00Z'
  const options = { database: database.url, now, allowedTargets: ['127.0.0.1'], encryptionKey: 'a key for tests only' }
  const { belfry, close } = await createTestBelfry(options)
  try {
    await belfry.recipients.put({ id: 'ana', timezone: 'Europe/Paris' })
    const feed = calendar(event('UID:1', 'DTSTART:20300115T100000Z', 'DURATION:PT1H'))
    server.script(({ method }) => (method === 'GET' ? answerWith(200, {}, feed) : answerWith(404)))
    const blocks = fencesOf('docs/guides/calendars.md').filter(({ language }) => language === 'ts')
    const texts = blocks.map(({ text }) => text.replaceAll(/https:\/\/\w+\.example/g, server.url))
    expect(texts.join('\n')).not.toMatch(/https:\/\/(?!['`;,)\s])/)
    const said: unknown[] = []
    const AsyncFunction = (async () => {}).constructor as new (
      ...parts: string[]
    ) => (...values: unknown[]) => Promise<void>
    const run = (...parts: string[]) =>
      new AsyncFunction('belfry', 'icsText', 'console', parts.join('\n'))(belfry, apple, {
        log: (one: unknown) => said.push(one),
      })
    await run(...texts.slice(0, 3))
    expect(said).toEqual([null])
    const calendars = await belfry.calendars.list({ recipient: 'ana' })
    expect(calendars).toMatchObject([
      { id: 'export', objects: 5, trouble: null },
      { id: 'google', objects: 1, trouble: null },
      { id: 'work', objects: 0, hasPassword: true, writes: true, trouble: expect.stringContaining('404') },
    ])
    await run(...texts.slice(3))
    expect((await belfry.calendars.list({ recipient: 'ana' })).map(({ id }) => id)).toEqual(['export', 'work'])
  } finally {
    await close()
    await server.close()
    await database.drop()
  }
})
