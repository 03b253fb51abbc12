// `belfry demo`: people in several zones, meetings that were accepted and one that was not, repeating ones and notes, a page that comes back, one thing that
// is not sent and says why, so that a newcomer sees things ring within minutes and for days. Run again, it leaves what is still ahead as it is and renews
// what has passed.

import { type Belfry, BelfryError, type RecipientInput, type ScheduleInput } from '../index.ts'
import { localParts } from './print/times.ts'
import type { Call } from './program/call.ts'
import type { Command } from './program/command.ts'

const tenant = 'demo'

const people: readonly RecipientInput[] = [
  { id: 'ana', name: 'Ana', timezone: 'Europe/Paris', locale: 'fr' },
  { id: 'bo', name: 'Bo', timezone: 'America/New_York', quietHours: { from: '22:00', to: '07:00' } },
  { id: 'chi', name: '지민', timezone: 'Asia/Seoul', locale: 'ko' },
  // No tips, please: a newcomer finds out why one was not sent.
  { id: 'dev', name: 'Dev', timezone: 'Asia/Kolkata', preferences: { kindsOff: ['tip'] } },
]

interface DemoMeeting {
  readonly title: string
  readonly inMinutes: number
  readonly recipients: readonly string[]
  readonly plan: readonly string[]
  /** Nobody has answered yet. */
  readonly isOpen?: boolean
}

const meetings: readonly DemoMeeting[] = [
  { title: 'Kick-off', inMinutes: 4, recipients: ['ana', 'dev'], plan: ['-PT3M', '-PT1M', 'PT0S'] },
  { title: 'Budget review', inMinutes: 90, recipients: ['ana', 'bo'], plan: ['-PT1H', '-PT15M'] },
  {
    title: 'Planning',
    inMinutes: 26 * 60,
    recipients: ['ana', 'bo', 'chi', 'dev'],
    plan: ['-PT24H', '-PT1H', '-PT15M'],
  },
  {
    title: 'Off-site',
    inMinutes: 5 * 24 * 60,
    recipients: ['chi', 'dev'],
    plan: ['-P3D', '-P1D', '-PT2H'],
    isOpen: true,
  },
]

interface Note {
  readonly id: string
  readonly recipient: string
  readonly title: string
  readonly kind?: string
  readonly moment: Pick<ScheduleInput, 'in' | 'rule' | 'repeat'>
}

const notes: readonly Note[] = [
  { id: 'stand-up', recipient: 'ana', title: 'Stand up', moment: { in: 'PT10S' } },
  { id: 'tea', recipient: 'dev', title: 'The tea is ready', moment: { in: 'PT30S' } },
  { id: 'call', recipient: 'chi', title: '엄마에게 전화하기', moment: { in: 'PT2M' } },
  { id: 'tip', recipient: 'dev', title: 'Tip of the day', kind: 'tip', moment: { in: 'PT20S' } },
  { id: 'water', recipient: 'bo', title: 'Water the plants', moment: { rule: { every: 'day', at: ['09:00'] } } },
  {
    id: 'report',
    recipient: 'ana',
    title: 'Weekly report',
    moment: { rule: { every: 'week', on: ['friday'], at: ['16:00'] } },
  },
  {
    id: 'invoice',
    recipient: 'dev',
    title: 'Send invoices',
    moment: { rule: { every: 'month', onDays: [31], at: ['10:00'] } },
  },
]

/** Comes back tomorrow, in two days, in four. */
const page = { pageId: 'reading-list', userId: 'dev', title: 'The reading list', body: 'Three pages to read' }

/** When they are there, so that a time for a meeting can be looked for. */
const officeHours = [
  { recipient: 'ana', startTime: '09:00', endTime: '18:00' },
  { recipient: 'bo', startTime: '08:30', endTime: '17:00' },
]

export const demo: Command = {
  usage: ['demo'],
  details:
    'Fills the tenant demo and touches no other. A running worker (belfry serve) lets it ring; belfry list --tenant demo shows it.',
  words: [0, 0],
  examples: [['demo', 'then watch the terminal of belfry serve']],
  async run(call) {
    await call.with(
      async (belfry, now) => {
        for (const person of people) await belfry.recipients.put(person)
        const done = { people: people.length, meetings: 0, notes: 0, unchanged: 0 }
        for (const meeting of meetings) done[(await putMeeting(belfry, meeting, now)) ? 'meetings' : 'unchanged'] += 1
        for (const note of notes) done[(await putNote(belfry, note)) ? 'notes' : 'unchanged'] += 1
        if (!(await belfry.alarms.get(page.pageId))) await belfry.alarms.put(page)
        for (const hours of officeHours) await putOfficeHours(belfry, hours)
        const workers = await belfry.workers.list()
        await call.answer({ tenant, ...done, workers: workers.length }, () =>
          wordsOf(done, workers.length > 0 ? dashboardOf(call.settings) : null),
        )
      },
      { tenant, createTenant: true },
    )
    return undefined
  },
}

/** Where `belfry serve` with these settings has it. */
function dashboardOf({ publicUrl, host, port }: Call['settings']): string {
  const shown = host === '0.0.0.0' || host.includes(':') ? '127.0.0.1' : host
  return `${publicUrl?.replace(/\/+$/, '') ?? `http://${shown}:${port}`}/?tenant=${tenant}`
}

interface Done {
  readonly people: number
  readonly meetings: number
  readonly notes: number
  readonly unchanged: number
}

/** Null: nobody is at work. */
function wordsOf(done: Done, dashboard: string | null): string {
  const next = dashboard
    ? `The first rings within seconds: watch the terminal of the server, or its dashboard at ${dashboard}`
    : 'No worker is running: start `belfry serve` in another terminal, and the first rings within seconds.'
  return `The tenant demo has ${done.people} people. New or renewed: ${done.meetings} meetings, ${done.notes} notes; as before: ${done.unchanged}.
${next}
See also: belfry list --tenant demo, belfry meetings list --tenant demo`
}

/** False: it is still ahead, and is left as it is. */
async function putMeeting(belfry: Belfry, wanted: DemoMeeting, now: Date): Promise<boolean> {
  const { inMinutes, recipients, isOpen = false, title, plan } = wanted
  const [requester = '', ...participants] = recipients
  const { items } = await belfry.meetings.list({ participant: requester, from: now, limit: 200 })
  if (items.some((one) => one.title === title && (one.status === 'pending' || one.status === 'accepted'))) return false
  const at = (minutes: number) => localTime(new Date(now.getTime() + minutes * 60_000))
  const slots = [{ start: at(inMinutes), end: at(inMinutes + lastsMinutes) }]
  const { meeting } = await belfry.meetings.request({
    requester,
    participants,
    title,
    timezone: zone,
    slots,
    plan,
    ...anyHour,
  })
  // Where something is in the way by now, it waits for an answer.
  if (!isOpen) await belfry.meetings.accept(meeting.id, { participant: participants[0]! }).catch(unlessConflict)
  return true
}

const lastsMinutes = 20
/** Whoever tries it at night sees the same. */
const anyHour = { allowOutsideAvailability: true }

function unlessConflict(error: unknown): void {
  if (!(error instanceof BelfryError) || error.code !== 'slot_conflict') throw error
}

/** Where the meetings are. */
const zone = 'Europe/Paris'

function localTime(at: Date): string {
  const { date, seconds } = localParts(at, zone)
  return `${date}T${seconds}`
}

/** What somebody has changed of them stays. */
async function putOfficeHours(belfry: Belfry, hours: (typeof officeHours)[number]): Promise<void> {
  if ((await belfry.availability.list({ recipient: hours.recipient })).length > 0) return
  for (const dayOfWeek of [1, 2, 3, 4, 5]) await belfry.availability.put({ ...hours, dayOfWeek })
}

async function putNote(belfry: Belfry, { id, recipient, title, kind, moment }: Note): Promise<boolean> {
  const pending = await belfry.reminders.list({ recipient, limit: 200 })
  if (pending.items.some(({ entity }) => entity.type === 'note' && entity.id === id)) return false
  await belfry.reminders.schedule({
    entity: { type: 'note', id },
    recipient,
    title,
    ...(kind ? { kind } : {}),
    ...moment,
  })
  return true
}
