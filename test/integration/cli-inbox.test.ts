// `belfry inbox`, on a database of its own.

import { expect, it } from 'vitest'
import { CommandLine } from './command-line.ts'
import { many, useDatabase } from './running.ts'

const { start, url, atEnd } = useDatabase()

it('lists, counts and changes what somebody has', async () => {
  const { belfry, advance } = await start()
  await belfry.recipients.put({ id: 'ana', timezone: 'Europe/Paris' })
  await belfry.reminders.scheduleMany(many(3, { channels: ['in_app'], title: 'Call mom' }))
  await advance('PT1M')
  const cli = new CommandLine({ DATABASE_URL: url(), BELFRY_CLOCK: 'driven' })
  atEnd(() => cli.close())
  const { items } = await cli.json<{ items: { id: string }[] }>(['inbox', 'list', 'ana'])
  const [first, second, third] = items.map(({ id }) => id)
  expect((await cli.inside(['inbox', 'list', 'ana', '--state', 'unread'])).stdout).toMatch(/unread +once +Call mom/)
  expect((await cli.inside(['inbox', 'read', first!])).stdout).toBe('Read.\n')
  expect((await cli.inside(['inbox', 'done', second!])).stdout).toBe('Done.\n')
  const snoozed = await cli.inside(['inbox', 'snooze', third!, '10m'])
  expect(snoozed.stdout).toMatch(/^Rings again: .*01:11/)
  expect((await cli.inside(['inbox', 'counts', 'ana'])).stdout).toBe(
    'unread 0, read 1, archived 0, snoozed 1, done 1, total 3\n',
  )
  expect((await cli.inside(['inbox', 'snooze', second!, '10m'])).stdout).toBe('It is done.\n')
  expect((await cli.inside(['inbox', 'undo', second!])).stdout).toBe('Taken back.\n')
  expect((await cli.inside(['inbox', 'list', 'ana', '--state', 'done'])).stdout).toBe('Nothing.\n')
  expect((await cli.inside(['inbox', 'list', 'ana', '--state', 'lost'])).stderr).toContain('unread, read, archived')
  expect((await cli.inside(['inbox', 'explode', first!])).code).toBe(2)
})
