// What races of meetings stand on: two Belfrys with connections of their own on one database, rounds that run beside each other on
// other days, and what is left in the tables afterwards, read by plain queries.

import type pg from 'pg'
import { expect } from 'vitest'
import { statusOf } from '../../src/http/problem.ts'
import { type Belfry, BelfryError, type MeetingInput, type MeetingStatus, type Transitioned } from '../../src/index.ts'
import { sized } from '../size.ts'
import type { Running } from './running.ts'

export const roundCount = sized(24, 200)
const lanes = 8
const hourMs = 3_600_000
export const dayMs = 24 * hourMs
const beginMs = Date.parse('2030-01-01T00:00:00Z')

export interface Pair {
  readonly a: Belfry
  readonly b: Belfry
  readonly sql: pg.Client
}

export async function openPair(running: Running): Promise<Pair> {
  const [a, b] = [await running.open(), await running.open()]
  await a.clock.set(new Date(beginMs))
  for (const id of ['bo', 'cy', 'dan']) await a.recipients.put({ id })
  return { a, b, sql: await running.client() }
}

/** Every round has a day of its own, so that nobody is in the way of another round. */
export async function rounds(play: (round: number) => Promise<void>): Promise<void> {
  let next = 0
  const lane = async () => {
    for (let round = next++; round < roundCount; round = next++) await play(round)
  }
  const ended = await Promise.allSettled(Array.from({ length: lanes }, lane))
  const failed = ended.find((one) => one.status === 'rejected')
  if (failed) throw failed.reason
}

/** An hour of that round's day, from ten o'clock on, or so many minutes later. */
export function slotOf(round: number, minutes = 0): { start: Date; end: Date } {
  const startMs = beginMs + (round + 10) * dayMs + 10 * hourMs + minutes * 60_000
  return { start: new Date(startMs), end: new Date(startMs + hourMs) }
}

export const proposal = (requester: string, participants: readonly string[], slot: { start: Date; end: Date }) =>
  ({ requester, participants, title: 'Budget review', timezone: 'UTC', slots: [slot] }) satisfies MeetingInput

export const by = (participant: string) => ({ participant })

export interface Decided {
  readonly winner: 0 | 1
  readonly won: Transitioned
  readonly lost: BelfryError
}

/** Both at once, begun in turn by one and the other. One is done; the other is told why not, in a way that HTTP answers with 409. */
export async function race(
  round: number,
  first: () => Promise<Transitioned>,
  second: () => Promise<Transitioned>,
): Promise<Decided> {
  const running = round % 2 === 0 ? [first(), second()] : [second(), first()].reverse()
  const [one, other] = (await Promise.allSettled(running)) as [
    PromiseSettledResult<Transitioned>,
    PromiseSettledResult<Transitioned>,
  ]
  const winner = one.status === 'fulfilled' ? 0 : 1
  const [won, lost] = winner === 0 ? [one, other] : [other, one]
  if (won.status !== 'fulfilled') throw new Error(`nobody won: ${String(won.reason)}`, { cause: won.reason })
  if (lost.status !== 'rejected') throw new Error(`both won: ${one.status}, ${other.status}`)
  const error: unknown = lost.reason
  if (!(error instanceof BelfryError)) throw error
  expect([error.code, statusOf(error.code)]).toEqual([error.code, 409])
  return { winner, won: won.value, lost: error }
}

/** Of one meeting: whom it keeps, what is going to ring, and what became of it. */
export interface Left {
  readonly booked: readonly string[]
  /** How many of each kind. */
  readonly rings: Readonly<Record<string, number>>
  readonly story: readonly string[]
}

const leftQuery = `
  select m.id,
    (select coalesce(array_agg(b.recipient::text order by b.recipient), '{}') from belfry.bookings b
     where b.tenant = m.tenant and b.meeting = m.id) as booked,
    (select coalesce(json_object_agg(k.kind, k.count), '{}') from (
       select r.kind, count(*)::integer as count from belfry.reminders r
       where r.entity_type = 'meeting' and r.entity_id = m.id group by r.kind) k) as rings,
    (select array_agg(e.to_status::text order by e.id) from belfry.meeting_status_events e
     where e.tenant = m.tenant and e.meeting = m.id) as story
  from belfry.meetings m`

export async function readLeft(sql: pg.Client): Promise<Map<string, Left>> {
  // The planner knows nothing of tables that were just filled.
  await sql.query('analyze belfry.reminders, belfry.bookings, belfry.meeting_status_events')
  const { rows } = await sql.query<Left & { id: string }>(leftQuery)
  return new Map(rows.map(({ id, ...left }) => [id, left]))
}

/** What one outcome leaves, and nothing of any other; nobody sends anything meanwhile. `before`: the statuses it had. */
export function leftOf(
  status: MeetingStatus,
  people: readonly string[],
  { before = ['pending'], isChild = false }: { before?: readonly MeetingStatus[]; isChild?: boolean } = {},
): Left {
  const all = people.length
  const steps = { '24h_before': all, '1h_before': all, '15m_before': all }
  const asked: Record<string, number> = isChild ? { moved: all } : { requested: all - 1 }
  const rings: Record<MeetingStatus, Record<string, number>> = {
    pending: asked,
    // What was not told of the proposal is not told any more.
    accepted: { ...steps, accepted: all },
    denied: { denied: 1 },
    rescheduled: {},
    cancelled: { cancelled: all },
    completed: {},
  }
  return {
    booked: status === 'accepted' ? [...people].sort() : [],
    rings: rings[status],
    story: status === before.at(-1) ? before : [...before, status],
  }
}

interface Kept {
  readonly recipient: string
  readonly id: string
  readonly start_ms: number
  readonly end_ms: number
}

/** Accepted meetings of one person that overlap, from the meetings themselves: nothing here knows of bookings or their constraint. */
export async function doubleBooked(sql: pg.Client): Promise<string[]> {
  const { rows } = await sql.query<Kept>(`
    select p.recipient, m.id, (m.slots -> m.accepted ->> 'startMs')::float8 as start_ms,
      (m.slots -> m.accepted ->> 'endMs')::float8 as end_ms
    from belfry.meetings m join belfry.meeting_participants p on p.tenant = m.tenant and p.meeting = m.id
    where m.status = 'accepted'`)
  const sorted = rows.sort((x, y) =>
    x.recipient < y.recipient ? -1 : x.recipient > y.recipient ? 1 : x.start_ms - y.start_ms,
  )
  return sorted.flatMap((one, i) => {
    const next = sorted[i + 1]
    const overlaps = next !== undefined && next.recipient === one.recipient && next.start_ms < one.end_ms
    return overlaps ? [`${one.recipient}: ${one.id} and ${next.id}`] : []
  })
}
