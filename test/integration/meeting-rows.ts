// Meetings as rows, for tests of what is made from them.

import type pg from 'pg'

export interface MeetingRow {
  readonly id: string
  readonly tenant?: string
  readonly status?: string
  /** Whoever comes first has proposed it; with what they answered. */
  readonly people?: readonly (string | readonly [recipient: string, answer: 'accepted' | 'denied'])[]
  readonly title?: string
  readonly body?: string | null
  readonly location?: string | null
  readonly timezone?: string
  readonly timeAnchor?: 'local' | 'instant'
  /** Start and end. */
  readonly slots?: readonly (readonly [string, string])[]
  /** Default: the first, if the status wants one. */
  readonly accepted?: number | null
  readonly plan?: unknown
  readonly parent?: string
  readonly root?: string
  readonly sequence?: number
  readonly updatedAt?: string
}

export const morning = ['2030-07-01T07:00:00Z', '2030-07-01T08:30:00Z'] as const

export async function insertMeeting(sql: pg.Client, row: MeetingRow): Promise<void> {
  const { id, tenant = 'default', status = 'accepted', people = ['ana', 'ben'], slots = [morning] } = row
  const accepted = row.accepted ?? (status === 'accepted' || status === 'completed' ? 0 : null)
  const chosen = accepted === null ? slots : [slots[accepted]!]
  const startsAt = chosen.map(([start]) => start).sort()[0]!
  const endsAt = chosen
    .map(([, end]) => end)
    .sort()
    .at(-1)!
  const json = slots.map(([start, end]) => ({ start, end, startMs: Date.parse(start), endMs: Date.parse(end) }))
  const names = people.map((one) => (typeof one === 'string' ? ([one, null] as const) : one))
  await sql.query(
    `insert into belfry.meetings (tenant, id, status, requester, title, body, location, timezone, time_anchor, slots, accepted,
       starts_at, ends_at, plan, parent, root, sequence, tz_version, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, '2025b', $18, $18)`,
    [
      ...[tenant, id, status, names[0]![0], row.title ?? 'Budget review', row.body ?? null, row.location ?? null],
      ...[row.timezone ?? 'Europe/Berlin', row.timeAnchor ?? 'local', JSON.stringify(json), accepted, startsAt, endsAt],
      ...[JSON.stringify(row.plan ?? ['-PT24H', '-PT1H', '-PT15M']), row.parent ?? null, row.root ?? id],
      ...[row.sequence ?? 0, row.updatedAt ?? '2030-06-01T10:00:00Z'],
    ],
  )
  for (const [i, [recipient, answer]] of names.entries())
    await sql.query(
      `insert into belfry.meeting_participants (tenant, meeting, recipient, position, answer, starts_at)
       values ($1, $2, $3, $4, $5, $6)`,
      [tenant, id, recipient, i, answer, startsAt],
    )
}
