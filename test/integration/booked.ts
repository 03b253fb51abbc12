// People who are taken, written straight into the tables: what accept and the calendars write.

import type { Client } from 'pg'

export interface Booked {
  readonly id: string
  readonly people: readonly string[]
  readonly from: string
  readonly to: string
  /** The first of its lineage; default: itself. */
  readonly root?: string
}

/** An accepted meeting. */
export async function book(sql: Client, { id, people, from, to, root = id }: Booked): Promise<void> {
  await sql.query(
    `insert into belfry.meetings (tenant, id, status, requester, title, timezone, slots, accepted, starts_at, ends_at, plan, parent, root,
       tz_version, created_at, updated_at)
     values ('default', $1, 'accepted', $2, 'Title', 'UTC', '[{}]', 0, $3, $4, '[]', case when $5 = $1 then null else $5 end, $5, '2025c',
       belfry.now(), belfry.now())`,
    [id, people[0], from, to, root],
  )
  for (const [position, person] of people.entries()) {
    await sql.query(
      `insert into belfry.meeting_participants (tenant, meeting, recipient, position, starts_at)
       values ('default', $1, $2, $3, $4)`,
      [id, person, position, from],
    )
    await sql.query(
      `insert into belfry.bookings (tenant, recipient, meeting, during) values ('default', $1, $2, tstzrange($3, $4))`,
      [person, id, from, to],
    )
  }
}

/** A time in a calendar elsewhere; `meeting`: the copy of one of ours. */
export async function busy(
  sql: Client,
  { person, from, to, meeting = null }: { person: string; from: string; to: string; meeting?: string | null },
): Promise<void> {
  await sql.query(
    `insert into belfry.calendars (tenant, recipient, id, kind, created_at, updated_at)
     values ('default', $1, 'elsewhere', 'file', belfry.now(), belfry.now()) on conflict do nothing`,
    [person],
  )
  const href = `${from} ${meeting}`
  await sql.query(
    `insert into belfry.calendar_objects (tenant, recipient, calendar, href, uid, meeting, events)
     values ('default', $1, 'elsewhere', $2, $2, $3, '[]')`,
    [person, href, meeting],
  )
  await sql.query(
    `insert into belfry.busy_times (tenant, recipient, calendar, href, during)
     values ('default', $1, 'elsewhere', $2, tstzrange($3, $4))`,
    [person, href, from, to],
  )
}
