// Requests about meetings: who takes part, and when, have to fit the meeting in the path.

import type { Parts } from './generate.ts'
import type { Random } from './random.ts'
import type { Making } from './values.ts'

interface Answered {
  readonly id: string
  readonly status: string
  readonly requester: string
  readonly participants: readonly { readonly recipient: string }[]
  readonly slots: readonly { readonly start: { readonly instant: string } }[]
}

/** As the pool keeps it. */
export function meetingName({ id, requester, participants, slots }: Answered): string {
  const another = participants.find(({ recipient }) => recipient !== requester)?.recipient ?? requester
  return [id, requester, another, slots[0]?.start.instant ?? ''].map(encodeURIComponent).join(' ')
}

const hourMs = 3_600_000

/** Of an hour at the most, within the next hours: the clock does not move far. */
export function slot({ random, nowMs }: Making): { start: string; end: string } {
  const startMs = nowMs + (1 + random.below(16)) * (hourMs / 4)
  const iso = (ms: number) => new Date(ms).toISOString()
  return { start: iso(startMs), end: iso(startMs + (1 + random.below(4)) * (hourMs / 4)) }
}

export function meetingInput(making: Making, people: readonly [string, string], texts: readonly string[]): object {
  const { random, pool } = making
  const maybe = (part: object) => (random.chance(0.2) ? part : {})
  const [requester, another] = people
  const slots = random.chance(0.7) ? [slot(making)] : [slot(making), slot(making)]
  return {
    ...{ requester, participants: [another], title: random.pick(texts), slots },
    timezone: random.pick(['UTC', 'Europe/Paris', 'Asia/Seoul']),
    ...maybe({ id: `m${random.below(90)}` }),
    ...maybe({ quorum: random.pick(['any', 'all']) }),
    ...maybe({ plan: pool.one('plan') ?? ['-PT1H'] }),
    ...maybe({ plan: ['-PT5M', { kind: 'over', offset: 'PT0S', anchor: 'end' }] }),
    ...maybe({ latePolicy: random.pick(['skip', 'immediate']) }),
    ...maybe({ buffers: { before: 'PT5M', after: 'PT10M' } }),
    ...maybe({ timeAnchor: 'instant', location: 'Room 4', body: random.pick(texts), data: { a: 1 } }),
    ...maybe({ channels: ['scripted'], critical: true }),
  }
}

/** Mostly of one whose state allows it, by somebody who takes part in it. */
export function completeMeeting(verb: string, parts: Parts, making: Making): void {
  const known = pickMeeting(verb, making)
  const [id = 'none', requester = 'r1', another = 'r2', start = ''] = known?.split(' ').map(decodeURIComponent) ?? []
  parts.path.id = id
  if (!verbs.has(verb) || making.random.chance(0.05)) return
  const isAnswer = verb === 'accept' || verb === 'deny'
  const participant = isAnswer ? another : making.random.pick([requester, another])
  parts.body = { participant, ...bodyOf(verb, start, making) }
}

const verbs = new Set(['accept', 'deny', 'reschedule', 'cancel', 'complete'])

function pickMeeting(verb: string, { pool, random, nowMs }: Making): string | undefined {
  if (verb === 'complete' && random.chance(0.9)) {
    const begun = pool.all('accepted').filter((one) => Date.parse(startOf(one)) <= nowMs)
    if (begun.length > 0) return random.pick(begun)
  }
  const isFirst = verb === 'accept' || verb === 'deny' ? random.chance(0.9) : random.chance(0.5)
  return (isFirst ? pool.one('meeting') : pool.one('accepted')) ?? pool.one('meeting')
}

function startOf(name: string): string {
  return decodeURIComponent(name.split(' ')[3] ?? '')
}

function bodyOf(verb: string, start: string, making: Making): object {
  const { random } = making
  const reason = random.chance(0.4) ? { reason: 'as it is' } : {}
  if (verb === 'reschedule') return { slots: [slot(making)], ...reason }
  if (verb !== 'accept') return reason
  return { slot: { start }, ...(random.chance(0.8) ? { allowOutsideAvailability: true } : {}), ...reason }
}

export function blockInput(random: Random, day: string): object {
  const times = random.pick([
    { startTime: '09:00', endTime: '17:30' },
    { startTime: '22:00', endTime: '06:00' },
    { startTime: '00:00', endTime: '24:00' },
  ])
  return random.pick<object>([
    { dayOfWeek: random.below(7), ...times },
    { kind: 'weekly', dayOfWeek: random.below(7), ...times, timezone: 'Europe/Paris', validFrom: day },
    { kind: 'extra', date: day, ...times },
    { kind: 'off', date: day },
  ])
}

/** Always a file: nothing here may reach for a network. */
export function calendarInput(random: Random, nowMs: number): object {
  const stamp = (ms: number) => new Date(ms).toISOString().replaceAll(/[-:]|\.\d+/g, '')
  const startMs = nowMs + random.below(100) * hourMs
  const lines = [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//fuzz//EN', 'BEGIN:VEVENT', `UID:${random.below(1e6)}@fuzz`],
    ...[`DTSTAMP:${stamp(nowMs)}`, `DTSTART:${stamp(startMs)}`, `DTEND:${stamp(startMs + hourMs)}`, 'SUMMARY:Busy'],
    ...['END:VEVENT', 'END:VCALENDAR', ''],
  ]
  return {
    ...{ kind: 'file', content: lines.join('\r\n') },
    ...(random.chance(0.5) ? { name: 'Work' } : {}),
    ...(random.chance(0.3) ? { timezone: 'Europe/Paris', onRemoved: random.pick(['mark', 'cancel']) } : {}),
  }
}
