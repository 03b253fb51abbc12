// Alarms: everything is due when the worker starts, a hundred of each user, and each gets its next moment, apart from the others of
// its user. The clock stops when the last one has it.

import { belfry, inTurns } from '../arena.js'
import { withClient } from '../postgres.js'
import { fireAll } from './fire.js'

export const title = 'alarms processed with spacing'
export const goal = '≥ 10,000 a second, 1,000 users with 100 due alarms each'
const pagesEach = 100

const users = `
  insert into belfry.recipients (tenant, id, timezone, created_at, updated_at)
  select 'default', 'user-' || u, 'Asia/Seoul', now(), now() from generate_series(1, $1::integer) u`

/** As registering writes them, at moments of their own in the last minutes. */
const alarms = `
  with pages as (
    select 'user-' || u as recipient, 'page-' || u || '-' || p as page, now() - p * interval '1 s' as due
    from generate_series(1, $1::integer) u, generate_series(1, ${pagesEach}) p
  ),
  named as (
    select *, belfry.reminder_id('default', 'page', page, 'alarm', recipient) as id,
      to_char(due at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as occurrence
    from pages
  ),
  reserved as (
    insert into belfry.alarms (tenant, page_id, recipient, bucket, reminder, slot_at, created_at)
    select 'default', page, recipient, belfry.bucket_of(id), id, due, now() from named
  )
  insert into belfry.reminders (due_at, useful_until, created_at, occurrence_key, bucket, id, tenant, entity_type, entity_id, kind,
    recipient, occurrence, title, repeat)
  select due, due + interval '3650 days', now(), belfry.occurrence_key(occurrence, 1, ''), belfry.bucket_of(id), id, 'default',
    'page', page, 'alarm', recipient, occurrence, 'Read it again', $2::jsonb
  from named`

const dayMs = 86_400_000
const repeat = {
  kind: 'backoff',
  backoff: { baseMs: dayMs, factor: 2, capMs: 256 * dayMs, onHour: true, retryMs: dayMs / 4 },
  alarm: { onDone: 'end' },
  toleranceMs: 3_650 * dayMs,
  state: { rings: 2 },
}

const apart = `
  select count(*)::integer as count, count(distinct (recipient, due_at))::integer as moments,
    count(*) filter (where due_at > now() and (repeat #>> '{state,rings}') = '3')::integer as advanced
  from belfry.reminders`

export async function run(arena, { sizes, repeat: rounds }) {
  const count = sizes.alarmUsers * pagesEach
  const contenders = [belfry, { ...belfry, label: 'belfry (2 processes)', processes: 2 }]
  const rates = await inTurns(contenders, rounds, (contender, round) =>
    arena.inFreshPlace(contender, async (place) => {
      await withClient(place.database, async (client) => {
        await client.query(users, [sizes.alarmUsers])
        await client.query(alarms, [sizes.alarmUsers, JSON.stringify(repeat)])
        await client.query('vacuum analyze belfry.reminders, belfry.alarms, belfry.recipients')
      })
      await arena.postgres.checkpoint()
      const ms = await fireAll(arena, contender, place, count)
      const [seen] = await withClient(place.database, async (client) => (await client.query(apart)).rows)
      if (seen.count !== count || seen.moments !== count || seen.advanced !== count)
        throw new Error(`of ${count} alarms ${seen.advanced} went on, to ${seen.moments} moments`)
      arena.say(`${contender.label} ${round + 1}/${rounds}: ${Math.round((count / ms) * 1_000)} a second`)
      return (count / ms) * 1_000
    }),
  )
  const median = (all) => Math.round([...all].sort((a, b) => a - b)[all.length >> 1])
  const values = Object.fromEntries(Object.entries(rates).map(([label, all]) => [label, median(all)]))
  return {
    unit: 'a second',
    values,
    best: null,
    ratio: null,
    ratios: null,
    met: Math.max(...Object.values(values)) >= 10_000,
    note: `${count} due alarms of ${sizes.alarmUsers} users in one zone; sent by a channel that counts, concluded, and given their next moment, all apart for each user`,
  }
}
