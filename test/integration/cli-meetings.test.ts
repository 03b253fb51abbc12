// `belfry meetings` and `belfry availability`, on a database of their own, with a clock that stands at nine in the morning in Paris.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Belfry, createBelfry, type Meeting, type Page, type Transitioned } from '../../src/index.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { CommandLine } from './command-line.ts'

let database: TestDatabase
let library: Belfry
let cli: CommandLine

beforeAll(async () => {
  database = await createTestDatabase()
  library = await createBelfry({ database: database.url })
  await library.clock.set(new Date('2031-12-01T08:00:00Z'))
  for (const [id, timezone] of [
    ['ana', 'Europe/Paris'],
    ['bo', 'Asia/Seoul'],
    ['cy', 'UTC'],
  ] as const)
    await library.recipients.put({ id, timezone })
  cli = new CommandLine({ DATABASE_URL: database.url, BELFRY_CLOCK: 'driven' })
})
afterAll(async () => {
  await cli.close()
  await library.close()
  await database.drop()
})

const requested = (id: string, ...more: string[]) => [
  ...['meetings', 'request', 'Budget review', '--id', id, '--by', 'ana', '--with', 'bo', ...more],
]

describe('meetings', () => {
  it('request proposes slots, on the clock of whoever asks', async () => {
    const slots = ['--slot', '2031-12-02T10:00/11:00', '--slot', '2031-12-03 15:00/45m', '--location', 'Room 4']
    const made = await cli.json<Transitioned>(requested('m1', ...slots, '--plan', '-PT1H', '--plan', '-PT15M'))
    expect(made.meeting).toMatchObject({
      ...{ id: 'm1', status: 'pending', timezone: 'Europe/Paris', location: 'Room 4' },
      slots: [
        { start: '2031-12-02T09:00:00.000Z', end: '2031-12-02T10:00:00.000Z' },
        { start: '2031-12-03T14:00:00.000Z', end: '2031-12-03T14:45:00.000Z' },
      ],
    })
    const { stdout } = await cli.inside(requested('m2', '--slot', '2031-12-04T23:30/2031-12-05T00:30'))
    expect(stdout).toMatch(/^Budget review {2}pending\nm2, version 1, by ana\n/)
    expect(stdout).toContain('1. Thu 4 Dec 23:30–Fri 5 Dec 00:30 Europe/Paris')
    expect(stdout).toMatch(/\nTold: bo\.\n/)
  })

  it('show says who answered what, and numbers the slots', async () => {
    const { stdout } = await cli.inside(['meetings', 'show', 'm1'])
    expect(stdout).toContain('At Room 4\n')
    expect(stdout).toContain('1. Tue 2 Dec 10:00–11:00 Europe/Paris\n2. Wed 3 Dec 15:00–15:45 Europe/Paris\n')
    expect(stdout).toMatch(/\nwho +answer +since +reason\nana +asks +- +-\nbo +not yet +- +-\n/)
    const gone = await cli.inside(['meetings', 'show', 'none'])
    expect([gone.code, gone.stderr]).toEqual([3, expect.stringContaining('There is no meeting "none"')])
  })

  it('accept takes a slot by its number, and says what rings first', async () => {
    const { code, stdout } = await cli.inside(['meetings', 'accept', 'm1', '--as', 'bo', '--slot', '1'])
    expect(code).toBe(0)
    expect(stdout).toMatch(/^Budget review {2}accepted\n/)
    expect(stdout).toContain('\nTue 2 Dec 10:00–11:00 Europe/Paris\n')
    expect(stdout).toMatch(/\nbo +accepted +now /)
    expect(stdout).toMatch(/\nReminders: 4 created\.\nThe first rings tomorrow \d\d:00 \S+, for (ana|bo)\.\n/)
    const again = await cli.inside(['meetings', 'accept', 'm1', '--as', 'bo', '--slot', '1'])
    expect([again.code, again.stderr]).toEqual([4, expect.stringContaining('The meeting is accepted')])
    const none = await cli.inside(['meetings', 'accept', 'm2', '--as', 'bo', '--slot', '7'])
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('Accepted: 1 to 1')])
  })

  it('list says the same to people and to programs', async () => {
    const page = await cli.json<Page<Meeting>>(['meetings', '--participant', 'bo', '--status', 'accepted'])
    expect(page).toMatchObject({ items: [{ id: 'm1' }], nextCursor: null })
    const { stdout } = await cli.inside(['meetings'])
    expect(stdout).toMatch(/^id +status +when +who +title\n/)
    expect(stdout).toMatch(/m1 +accepted +Tue 2 Dec 10:00–11:00 Europe\/Paris +ana, bo +Budget review\n/)
    const until = await cli.json<Page<Meeting>>(['meetings', '--to', '2031-12-03'])
    expect(until.items.map(({ id }) => id)).toEqual(['m1'])
    const soon = await cli.json<Page<Meeting>>(['meetings', '--from', '2d', '--limit', '10'])
    expect(soon.items.map(({ id }) => id)).toEqual(['m2'])
    const odd = await cli.inside(['meetings', '--status', 'lost'])
    expect([odd.code, odd.stderr]).toEqual([2, expect.stringContaining('pending, accepted')])
  })

  it('reminders, events and lineage tell the rest', async () => {
    const reminders = await cli.json<{ items: unknown[]; notices: unknown[] }>(['meetings', 'reminders', 'm1'])
    expect([reminders.items.length, reminders.notices.length > 0]).toEqual([4, true])
    expect((await cli.inside(['meetings', 'reminders', 'm1'])).stdout).toMatch(/reminder +15m_before +ana /)
    const events = await cli.inside(['meetings', 'events', 'm1'])
    expect(events.stdout).toMatch(/pending → accepted +bo +command line +-\n$/)
    const moved = await cli.json<Transitioned>([
      ...['meetings', 'reschedule', 'm1', '--as', 'ana', '--slot', '2031-12-05T10:00/PT1H', '--reason', 'Fire drill'],
    ])
    expect(moved.meeting).toMatchObject({ status: 'pending', parentMeetingId: 'm1', sequence: 1 })
    const lineage = await cli.json<{ items: Meeting[] }>(['meetings', 'lineage', 'm1'])
    expect(lineage.items.map(({ status }) => status)).toEqual(['rescheduled', 'pending'])
    const shown = await cli.inside(['meetings', 'show', 'm1'])
    expect(shown.stdout).toContain(`${moved.meeting.id} took its place.\n`)
  })

  it('deny, cancel and complete end it; a version that has passed is refused', async () => {
    const stale = await cli.inside(['meetings', 'cancel', 'm2', '--as', 'ana', '--if-version', '99'])
    expect(stale.code).toBe(4)
    expect(await cli.json(['meetings', 'cancel', 'm2', '--as', 'ana', '--reason', 'No need'])).toMatchObject({
      meeting: { status: 'cancelled', reason: 'No need' },
    })
    await cli.json(requested('m3', '--slot', '2031-12-06T10:00/11:00'))
    expect(await cli.json(['meetings', 'deny', 'm3', '--as', 'bo'])).toMatchObject({ meeting: { status: 'denied' } })
    const early = await cli.inside(['meetings', 'complete', 'm3', '--as', 'ana'])
    expect(early.code).toBe(4)
    const nobody = await cli.inside(['meetings', 'cancel', 'm3'])
    expect([nobody.code, nobody.stderr]).toEqual([2, expect.stringContaining('--as <recipient>')])
  })

  it('what is no slot is refused with those that are', async () => {
    const late = ['2031-12-11T10:15/09:00', '2031-12-11T10:15/10:15', '2031-12-11T10:15[Asia/Seoul]/09:00']
    for (const slot of ['tomorrow', '2031-12-02T10:00', '2031-12-02T10:00/soon', ...late]) {
      const { code, stderr } = await cli.inside(requested('m9', '--slot', slot))
      expect([slot, code, stderr]).toEqual([slot, 2, expect.stringContaining('Accepted: ')])
    }
    expect((await cli.inside(requested('m9'))).stderr).toContain('When?')
  })
})

describe('availability', () => {
  it('add makes weekly blocks, and days off; list and remove', async () => {
    const { items } = await cli.json<{ items: { id: string }[] }>([
      ...['availability', 'add', 'cy', 'weekdays', '09:00-12:00'],
    ])
    expect(items).toHaveLength(5)
    await cli.json(['availability', 'add', 'cy', '2031-12-24', '--off', '--id', 'holiday'])
    await cli.json(['availability', 'add', 'cy', 'sat', '22:00-06:00', '--timezone', 'Asia/Seoul', '--id', 'night'])
    const { stdout } = await cli.inside(['availability', 'list', 'cy'])
    expect(stdout).toMatch(/^block +kind +day +times +zone +valid\n/)
    expect(stdout).toMatch(/night +weekly +saturday +22:00–06:00 +Asia\/Seoul +-\n/)
    expect(stdout).toMatch(/holiday +off +2031-12-24 /)
    expect((await cli.inside(['availability', 'remove', 'cy', 'night'])).stdout).toBe('Removed.\n')
    expect((await cli.inside(['availability', 'remove', 'cy', 'night'])).code).toBe(3)
    expect((await cli.inside(['availability', 'list', 'bo'])).stdout).toBe('Always there.\n')
  })

  it('what is no day, or no time, is refused', async () => {
    for (const words of [['someday', '09:00-10:00'], ['monday'], ['monday', '9-10'], ['monday', '--off']]) {
      const { code, stderr } = await cli.inside(['availability', 'add', 'cy', ...words])
      expect([words, code, stderr]).toEqual([words, 2, expect.stringContaining('Accepted: ')])
    }
  })

  it('free shows a week on the person’s clock', async () => {
    const { stdout } = await cli.inside(['availability', 'free', 'cy', '--from', '2031-12-02', '--to', '2031-12-04'])
    expect(stdout).toContain('Tue 2 Dec 09:00–12:00  free\nWed 3 Dec 09:00–12:00  free\n')
  })
})

describe('a time for all of them', () => {
  const window = ['--from', '2031-12-02', '--to', '2031-12-03']

  it('suggest shows it on everybody’s clock', async () => {
    const words = ['meetings', 'suggest', '--with', 'cy', '--with', 'bo', '--for', '45m', ...window]
    const { stdout } = await cli.inside([...words, '--limit', '3'])
    expect(stdout).toMatch(/^when \(UTC\) +cy \(UTC\) +bo \(Asia\/Seoul\)\n/)
    expect(stdout).toMatch(/Tue 2 Dec 09:00–09:45 +09:00–09:45 +18:00–18:45\n/)
    expect(stdout.trim().split('\n')).toHaveLength(4)
    const long = await cli.inside(['meetings', 'suggest', '--with', 'cy', '--for', '5h', ...window])
    expect(long.stdout).toMatch(/^There is no time at which all of them are free\.\n {2}cy: .+ \(free: \d+ min\)\n$/)
    expect((await cli.inside(['meetings', 'suggest', '--with', 'cy'])).code).toBe(2)
  })

  it('check says what is in the way, and ends with 4', async () => {
    const words = ['meetings', 'check', '--with', 'cy', '--with', 'bo', '--timezone', 'UTC']
    const busy = await cli.inside([...words, '--slot', '2031-12-02T08:30/09:30'])
    expect([busy.code, busy.stdout]).toEqual([4, expect.stringMatching(/\ncy +not there +Tue 2 Dec 08:30–09:00 +-\n$/)])
    const free = await cli.inside([...words, '--slot', '2031-12-02T09:30/10:30'])
    expect([free.code, free.stdout]).toEqual([0, 'Tue 2 Dec 09:30–10:30 UTC: nothing stands in the way.\n'])
    // Every slot, on the clock of the first of them.
    const slots = ['--slot', '2031-12-02T09:30/10:30', '--slot', '2031-12-02T08:30/09:30']
    const both = await cli.inside(['meetings', 'check', '--with', 'cy', '--with', 'bo', ...slots])
    expect([both.code, both.stdout]).toEqual([
      4,
      expect.stringMatching(/^Tue 2 Dec 09:30–10:30 UTC: nothing stands .+\n\nTue 2 Dec 08:30–09:30 UTC: not free\.\n/),
    ])
    const json = await cli.inside(['meetings', 'check', '--with', 'cy', '--with', 'bo', ...slots, '--json'])
    expect(JSON.parse(json.stdout)).toMatchObject({
      ...{ timezone: 'UTC', free: false, conflicts: [{ participant: 'cy' }] },
      slots: [{ start: '2031-12-02T09:30:00.000Z', free: true }, { free: false }],
    })
  })
})

/** The first says that the clock is driven. */
const lastLine = (text: string) => text.trim().split('\n').at(-1)!

describe('what stands in the way', () => {
  it('accept says what stands in the way, and how it could be accepted all the same', async () => {
    await cli.json(requested('c0', '--slot', '2031-12-16T10:00/11:00'))
    await cli.json(['meetings', 'accept', 'c0', '--as', 'bo'])
    await cli.json(requested('c1', '--slot', '2031-12-16T10:30/11:30'))
    const taken = await cli.inside(['meetings', 'accept', 'c1', '--as', 'bo'])
    expect([taken.code, lastLine(taken.stderr)]).toEqual([
      4,
      'belfry: Somebody is not free: ana has a meeting (c0) Tue 16 Dec 10:00–11:00, bo has a meeting (c0) Tue 16 Dec 10:00–11:00, Europe/Paris. Accepted: another slot.',
    ])
    const json = await cli.inside(['meetings', 'accept', 'c1', '--as', 'bo', '--json'])
    expect(JSON.parse(lastLine(json.stderr)).error).toMatchObject({
      code: 'slot_conflict',
      conflicts: [
        { participant: 'ana', kind: 'meeting', meetingId: 'c0', start: '2031-12-16T09:00:00.000Z' },
        { participant: 'bo', kind: 'meeting', meetingId: 'c0' },
      ],
    })
    await cli.json(['availability', 'add', 'bo', 'monday', '09:00-10:00', '--id', 'hour'])
    await cli.json(requested('c2', '--slot', '2031-12-09T10:00/11:00'))
    const away = await cli.inside(['meetings', 'accept', 'c2', '--as', 'bo'])
    expect(away.stderr).toContain('bo is not there Tue 9 Dec 10:00–11:00, Europe/Paris.')
    expect(away.stderr).toContain('--allow-outside-availability')
    const allowed = ['meetings', 'accept', 'c2', '--as', 'bo', '--allow-outside-availability']
    expect(await cli.json(allowed)).toMatchObject({ meeting: { status: 'accepted' } })
    await cli.json(['availability', 'remove', 'bo', 'hour'])
  })
})

describe('what people write', () => {
  it('a slot may name a zone of its own', async () => {
    for (const [id, slot] of [
      ['z1', '2031-12-11T10:15[Asia/Seoul]/11:00'],
      ['z2', '2031-12-11T10:15[Asia/Seoul]/45m'],
      ['z3', '2031-12-11T10:15[Asia/Seoul]/2031-12-11T03:00[Europe/Paris]'],
    ] as const)
      expect(await cli.json(requested(id, '--slot', slot))).toMatchObject({
        meeting: {
          timezone: 'Europe/Paris',
          slots: [{ start: '2031-12-11T01:15:00.000Z', end: '2031-12-11T02:00:00.000Z' }],
        },
      })
  })

  it('an offset of a plan says on which side it is; a plan of that name is the plan', async () => {
    const slot = ['--slot', '2031-12-17T10:00/11:00']
    const both = ['--plan', '3h', '--plan', '-1h']
    for (const words of [both, ['--plan', '3h'], ['--plan', 'PT3H']]) {
      const { code, stderr } = await cli.inside(requested('p9', ...slot, ...words))
      expect([words, code, stderr]).toEqual([words, 2, expect.stringMatching(/Accepted: -(3h or 3h_before|PT3H)/)])
    }
    const made = await cli.inside(
      requested('p1', ...slot, '--plan', '3h_before', '--plan', '-1h', '--plan', '1h_after'),
    )
    expect(made.stdout).toContain('\nReminds: 3h_before, 1h_before, 1h_after.\n')
    expect((await cli.inside(requested('p2', ...slot, '--plan', '-2h'))).stdout).toContain('\nReminds: 2h_before.\n')
    await library.plans.put({ name: '3h', steps: ['-PT3H'] })
    expect((await cli.inside(requested('p3', ...slot, '--plan', '3h'))).stdout).toContain('\nReminds by the plan 3h.\n')
  })

  it('where several slots are proposed, they are numbered; one verb without its meeting says how it is called', async () => {
    await cli.json(requested('s1', '--slot', '2031-12-18T10:00/11:00', '--slot', '2031-12-19T10:00/11:00'))
    const which = await cli.inside(['meetings', 'accept', 's1', '--as', 'bo'])
    expect([which.code, lastLine(which.stderr)]).toEqual([
      2,
      'belfry: Several slots are proposed: 1. Thu 18 Dec 10:00–11:00 Europe/Paris, 2. Fri 19 Dec 10:00–11:00 Europe/Paris. Accepted: --slot 1.',
    ])
    const none = await cli.inside(['meetings', 'accept'])
    expect(lastLine(none.stderr)).toBe(
      'belfry: Which meeting? Accepted: belfry meetings accept <id> --as <recipient> [--slot <number|start>].',
    )
    const checked = await cli.inside(['meetings', 'check', '--meeting', 's1'])
    expect(checked.stdout.match(/nothing stands in the way/g)).toHaveLength(2)
    const second = await cli.inside(['meetings', 'check', '--meeting', 's1', '--slot', '2'])
    expect(second.stdout).toBe('Fri 19 Dec 10:00–11:00 Europe/Paris: nothing stands in the way.\n')
  })

  it('somebody who is not known has no hours and no calendars', async () => {
    for (const words of [
      ['availability', 'list', 'zed'],
      ['calendars', 'list', 'zed'],
      ['availability', 'free', 'zed'],
    ]) {
      const { code, stderr } = await cli.inside(words)
      expect([words, code, stderr]).toEqual([words, 3, expect.stringContaining('There is no recipient "zed"')])
    }
    await cli.json(['availability', 'add', 'ana', 'monday', '09:00:00-10:00:00', '--id', 'mondays'])
    const block = await cli.inside(['availability', 'remove', 'ana', 'tuesdays'])
    expect([block.code, lastLine(block.stderr)]).toEqual([
      3,
      'belfry: There is no block "tuesdays" of theirs. (at /id) Accepted: mondays.',
    ])
    await cli.json(['availability', 'remove', 'ana', 'mondays'])
    const file = await cli.inside(['calendars', 'add', 'bo', 'nofile.ics'])
    expect([file.code, file.stderr]).toEqual([3, expect.stringContaining('Accepted: an iCalendar file')])
  })

  it('events are on the clock of the meeting', async () => {
    const { stdout } = await cli.inside(['meetings', 'events', 's1'])
    expect(stdout).toMatch(/^when \(Europe\/Paris\) +what /)
  })
})
