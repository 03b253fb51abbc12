// Two real time-zone databases: a process that has the one of 2019 (ICU reads it from ICU_TIMEZONE_FILES_DIR), and this one. In
// between, Mexico has given up summer time.

import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { useDatabase } from './running.ts'

const { start, url } = useDatabase()
const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))
let older: string

beforeAll(async () => {
  older = await mkdtemp(join(tmpdir(), 'belfry-zones-'))
  const data = await readFile(createRequire(import.meta.url).resolve('icu4c-data/icudt67l.dat'))
  for (const [name, content] of zoneFiles(data)) await writeFile(join(older, name), content)
})
afterAll(() => rm(older, { recursive: true, force: true }))

/** ICU's data file: a header, then a table of names and places, each counted from the end of the header. */
function zoneFiles(data: Buffer): [string, Buffer][] {
  const start = data.readUInt16LE(0)
  const count = data.readUInt32LE(start)
  const placeOf = (i: number) => (i < count ? start + data.readUInt32LE(start + 8 + i * 8) : data.length)
  const nameOf = (i: number) => {
    const at = start + data.readUInt32LE(start + 4 + i * 8)
    return basename(data.toString('latin1', at, data.indexOf(0, at)))
  }
  const wanted = ['zoneinfo64.res', 'timezoneTypes.res', 'metaZones.res', 'windowsZones.res']
  return Array.from({ length: count }, (_, i) => i)
    .filter((i) => wanted.includes(nameOf(i)))
    .map((i) => [nameOf(i), data.subarray(placeOf(i), placeOf(i + 1))])
}

const inThePast = `
  import { createBelfry } from 'belfry'
  const belfry = await createBelfry({ database: process.argv[1] })
  await belfry.recipients.put({ id: 'ana' })
  const at = { at: '2031-07-01T09:00:00', timezone: 'America/Mexico_City' }
  const { id, dueAt } = await belfry.reminders.schedule({ entity: { type: 'note', id: '1' }, recipient: 'ana', ...at })
  await belfry.recipients.put({ id: 'bo' })
  const slots = [{ start: '2031-07-02T09:00:00', end: '2031-07-02T10:00:00' }]
  const asked = { requester: 'ana', participants: ['bo'], title: 'Budget review', timezone: 'America/Mexico_City', slots }
  const { meeting } = await belfry.meetings.request(asked)
  const accepted = await belfry.meetings.accept(meeting.id, { participant: 'bo' })
  const start = accepted.meeting.acceptedSlot.start
  console.log(JSON.stringify({ id, dueAt, version: process.versions.tz, meeting: { id: meeting.id, start } }))
  await belfry.close()
`

it('what was resolved with the database of 2019 is moved by a worker that has a newer one, and rings once', async () => {
  const env = { ...process.env, ICU_TIMEZONE_FILES_DIR: older }
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', inThePast, url()], { cwd: root, env })
  const before = JSON.parse(stdout)
  expect(before).toMatchObject({ version: '2019c', dueAt: '2031-07-01T14:00:00.000Z' })
  const test = await start({ now: '2031-06-30T00:00:00Z' })
  await test.settled()
  const { reminder, changes } = await test.belfry.reminders.explain(before.id)
  expect(reminder).toMatchObject({ dueAt: new Date('2031-07-01T15:00:00Z'), occurrence: '2031-07-01T09:00' })
  expect(changes).toMatchObject([{ actor: 'time zones', action: 'moved', data: { was: before.dueAt } }])
  expect(before.meeting.start).toBe('2031-07-02T14:00:00.000Z')
  expect((await test.belfry.meetings.get(before.meeting.id))?.acceptedSlot?.start).toEqual(
    new Date('2031-07-02T15:00:00Z'),
  )
  await test.advance('P3D')
  const sent = test.memory.sent.filter(({ recipient }) => recipient === 'ana')
  expect(sent.filter(({ kind }) => kind === 'once').map(({ dueAt }) => dueAt.toISOString())).toEqual([
    '2031-07-01T15:00:00.000Z',
  ])
  expect(sent.filter(({ kind }) => kind.endsWith('_before')).map(({ dueAt }) => dueAt.toISOString())).toEqual([
    ...['2031-07-01T15:00:00.000Z', '2031-07-02T14:00:00.000Z', '2031-07-02T14:45:00.000Z'],
  ])
  expect(sent.filter(({ kind }) => kind === 'moved')).toHaveLength(1)
})
