// Twenty people on two continents look for an hour in sixty days: declared hours, accepted meetings and calendars elsewhere of all of them,
// read and intersected in one call.

import { belfry, percentile } from '../arena.js'
import { withClient } from '../postgres.js'
import { runStep } from '../steps.js'

export const title = 'suggest slots for 20 people in 60 days'
export const goal = '≤ 50 ms'

const people = 20
const days = 60
const zones = ['Europe/Paris', 'Europe/London', 'Europe/Berlin', 'Europe/Lisbon', 'America/New_York', 'America/Toronto']

export async function run(arena, { sizes }) {
  return await arena.inFreshPlace(belfry, async (place) => {
    const taken = await withClient(place.database, write)
    const options = { people, days, times: sizes.suggests }
    const { firstMs, took, hopeless } = await runStep({ contender: 'belfry', place, step: 'suggest', options })
    const tenths = (ms) => Math.round(ms * 10) / 10
    const p50 = tenths(percentile(took, 0.5))
    return {
      unit: 'ms',
      values: {
        'belfry, p50': p50,
        'belfry, p99': tenths(percentile(took, 0.99)),
        'belfry, no slot, with reasons, p50': tenths(percentile(hopeless, 0.5)),
        'belfry, first call': tenths(firstMs),
      },
      best: null,
      ratio: null,
      ratios: null,
      met: p50 <= 50,
      note: `${sizes.suggests} calls of each kind; ten blocks each in ${zones.length} zones, ${taken} meetings and events elsewhere`,
    }
  })
}

/** Straight into the tables, as accept and the calendars do. */
async function write(client) {
  await client.query('update belfry.recipients set timezone = ($1::text[])[1 + right(id, 1)::integer % 6]', [zones])
  for (const [statement, values] of statements) await client.query(statement, values)
  await client.query('vacuum analyze')
  const { rows } = await client.query(
    'select (select count(*) from belfry.bookings)::integer + (select count(*) from belfry.busy_times)::integer as taken',
  )
  return rows[0].taken
}

const person = `select 'person-' || p as id, p from generate_series(0, $1::integer - 1) p`
const day = `select d, timestamptz '2040-01-02 00:00+00' + d * interval '1 day' as at from generate_series(0, $2::integer - 1) d`

const statements = [
  // Monday to Friday, with a break at noon.
  [
    `insert into belfry.availability_blocks (tenant, recipient, id, kind, day_of_week, start_time, end_time, timezone, created_at, updated_at)
     select 'default', r.id, w || h.opens, 'weekly', w, h.opens, h.closes, r.timezone, now(), now()
     from (${person}) p join belfry.recipients r on r.tenant = 'default' and r.id = p.id
     cross join generate_series(1, 5) w cross join (values ('08:00', '12:00'), ('13:00', '20:00')) h(opens, closes)`,
    [people],
  ],
  // Four meetings a day, of half of the people each.
  [
    `insert into belfry.meetings (tenant, id, status, requester, title, timezone, slots, accepted, starts_at, ends_at, plan, root, tz_version,
       created_at, updated_at)
     select 'default', m.id, 'accepted', 'person-0', 'Meeting', 'UTC', '[{}]', 0, m.at, m.at + interval '1 hour', '[]', m.id, '0000', now(), now()
     from (
       select d || '-' || n || '-' || half as id, at + (7 + 3 * n + (d + n + half) % 3) * interval '1 hour' as at
       from (${day.replace('$2', '$1')}) d cross join generate_series(0, 3) n cross join generate_series(0, 1) half
     ) m`,
    [days],
  ],
  [
    `insert into belfry.bookings (tenant, recipient, meeting, during)
     select 'default', p.id, m.id, tstzrange(m.starts_at, m.ends_at)
     from (${person}) p join belfry.meetings m on right(m.id, 1)::integer = p.p % 2`,
    [people],
  ],
  [
    `insert into belfry.calendars (tenant, recipient, id, kind, created_at, updated_at)
     select 'default', id, 'own', 'file', now(), now() from (${person}) p`,
    [people],
  ],
  [
    `insert into belfry.calendar_objects (tenant, recipient, calendar, href, uid, events)
     select 'default', p.id, 'own', d || '-' || n, d || '-' || n, '[]' from (${person}) p cross join (${day}) d cross join generate_series(0, 1) n`,
    [people, days],
  ],
  // And two events elsewhere.
  [
    `insert into belfry.busy_times (tenant, recipient, calendar, href, during)
     select 'default', p.id, 'own', d || '-' || n, tstzrange(at + h * interval '1 hour', at + (h + 0.5) * interval '1 hour')
     from (${person}) p cross join (${day}) d cross join generate_series(0, 1) n cross join lateral (select 10 + 5 * n + (d + p) % 2 as h) h`,
    [people, days],
  ],
]
