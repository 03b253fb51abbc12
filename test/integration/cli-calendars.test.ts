// `belfry calendars` and the file of a meeting, on a database of their own.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Belfry, createBelfry, type Synced } from '../../src/index.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { CommandLine } from './command-line.ts'

let database: TestDatabase
let library: Belfry
let cli: CommandLine

beforeAll(async () => {
  database = await createTestDatabase()
  library = await createBelfry({ database: database.url })
  await library.clock.set(new Date('2031-12-01T08:00:00Z'))
  for (const id of ['ana', 'bo']) await library.recipients.put({ id, timezone: 'Europe/Paris' })
  cli = new CommandLine({ DATABASE_URL: database.url, BELFRY_CLOCK: 'driven' })
})
afterAll(async () => {
  await cli.close()
  await library.close()
  await database.drop()
})

const file = [
  ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//test//EN', 'BEGIN:VEVENT', 'UID:dentist@example.com'],
  ...['DTSTAMP:20311201T000000Z', 'DTSTART:20311202T090000Z', 'DTEND:20311202T093000Z', 'SUMMARY:Dentist'],
  ...['END:VEVENT', 'END:VCALENDAR', ''],
].join('\r\n')

it('add reads a file, or the standard input; list, sync and remove', async () => {
  writeFileSync(join(cli.directory, 'private.ics'), file)
  const words = ['calendars', 'add', 'ana', 'private.ics', '--name', 'Private', '--id', 'private']
  const added = await cli.json<Synced>(words)
  expect(added).toMatchObject({ changed: 1, calendar: { id: 'private', kind: 'file', name: 'Private', objects: 1 } })
  const again = await cli.inside(['calendars', 'add', 'ana', '-', '--id', 'private'], { input: file })
  expect([again.code, again.stdout]).toEqual([0, expect.stringContaining('Changed: 0. Gone: 0. Written: 0.\n')])
  const { stdout } = await cli.inside(['calendars', 'list', 'ana'])
  expect(stdout).toMatch(/^calendar +kind +read +events +state +what\nprivate +file +now .* +1 +well +Private\n$/)
  expect((await cli.inside(['calendars', 'sync', 'ana', 'private'])).code).toBe(0)
  expect((await cli.inside(['calendars', 'remove', 'ana', 'private'])).stdout).toBe('Removed.\n')
  expect((await cli.inside(['calendars', 'remove', 'ana', 'private'])).code).toBe(3)
  expect((await cli.inside(['calendars', 'sync', 'ana', 'private'])).code).toBe(3)
  expect((await cli.inside(['calendars', 'list', 'ana'])).stdout).toBe('There are none.\n')
})

it('what cannot be one is refused', async () => {
  expect((await cli.inside(['calendars', 'add', 'ana', 'nowhere.ics'])).code).toBe(3)
  const caldav = await cli.inside(['calendars', 'add', 'ana', 'private.ics', '--caldav'])
  expect([caldav.code, caldav.stderr]).toEqual([2, expect.stringContaining('CalDAV is at an address')])
  // On this machine, and refused before anything is sent.
  const inside = await cli.inside(['calendars', 'add', 'ana', 'https://127.0.0.1:9/x.ics'])
  expect([inside.code, inside.stderr]).toEqual([2, expect.stringContaining('/url')])
})

it('feed shows the address, and makes another', async () => {
  const feed = await cli.json<{ path: string }>(['calendars', 'feed', 'ana'])
  expect(feed.path).toMatch(/^\/calendar\/.+\.ics$/)
  expect(await cli.json(['calendars', 'feed', 'ana'])).toEqual(feed)
  const other = await cli.json<{ path: string }>(['calendars', 'feed', 'ana', '--rotate'])
  expect(other.path).not.toBe(feed.path)
  expect((await cli.inside(['calendars', 'feed', 'ana'])).stdout).toContain(other.path)
  expect((await cli.inside(['calendars', 'feed', 'eve'])).code).toBe(3)
})

it('meetings file writes the file', async () => {
  const slots = [{ start: '2031-12-02T10:00:00', end: '2031-12-02T11:00:00' }]
  const meeting = { id: 'm1', requester: 'ana', participants: ['bo'], title: 'Budget', timezone: 'Europe/Paris', slots }
  await library.meetings.request(meeting)
  const { stdout } = await cli.inside(['meetings', 'file', 'm1'])
  expect(stdout).toMatch(/^BEGIN:VCALENDAR\r\n.*SUMMARY:Budget\r\n.*END:VCALENDAR\r\n$/s)
  expect((await cli.inside(['meetings', 'file', 'none'])).code).toBe(3)
})
