-- A second moment linked to the first. Before it rang, the reminder itself moves and stays the same occurrence; after it
-- rang, the latest occurrence comes again as the next generation, with the texts and channels that the ledger kept.
-- The caller has locked the recipient and the reminder.
--   $1, $2 reminder   $3 tenant   $4 until, ms
with until as materialized (select to_timestamp($4::float8 / 1000) as at),
moved as (
  update belfry.reminders r set
    due_at = (select at from until),
    -- Counted from when it was due, and not from when a pause of the recipient ends.
    useful_until = (select at from until) + (r.useful_until - coalesce(
      case when r.adjusted in ('paused', 'snoozed') then r.planned_at end, r.due_at, r.useful_until - interval '24 hours')),
    planned_at = null, adjusted = 'snoozed',
    version = r.version + 1
  where r.bucket = $1 and r.id = $2 and r.tenant = $3 and r.repeat is null
  returning r.id, r.occurrence, r.generation
),
latest as (
  select d.* from belfry.deliveries d
  where d.bucket = $1 and d.reminder = $2 and d.tenant = $3 and d.channel not in ('hand', '')
    and d.attempt > 0
  order by d.at desc, d.due_at desc, d.generation desc limit 1
),
channels as (
  -- in the order they had: the first one, then by delay, the fallback last
  select array_agg(o.channel order by o.rank) as names,
    case when count(o.delay_ms) > 0 then array_agg(coalesce(o.delay_ms, 0) order by o.rank) end as delays
  from (
    select o.channel, o.delay_ms, row_number() over (order by
      o.occurrence_key <> belfry.occurrence_key(l.occurrence, l.generation, ''), o.delay_ms < 0, o.delay_ms, o.channel) as rank
    from latest l
    join belfry.deliveries o
      on o.bucket = l.bucket and o.reminder = l.reminder and o.occurrence = l.occurrence and o.generation = l.generation
    where o.channel not in ('hand', '')
  ) o
),
again as (
  insert into belfry.reminders as r (
    bucket, id, tenant, entity_type, entity_id, kind, recipient, due_at, useful_until, created_at, occurrence,
    occurrence_key, generation, channels, channel_delays, fallback, critical, title, body, data, adjusted, step)
  select l.bucket, l.reminder, l.tenant, l.entity_type, l.entity_id, l.kind, l.recipient, u.at,
    u.at + coalesce(l.useful_until - l.due_at, interval '24 hours'), coalesce(l.created_at, l.at), l.occurrence,
    belfry.occurrence_key(l.occurrence, l.generation + 1, ''), l.generation + 1, c.names, c.delays, l.fallback, l.critical,
    l.title, l.body, l.data, 'snoozed', l.step
  from latest l cross join until u cross join channels c
  where not exists (select from moved)
  -- two snoozes at once: the later one counts
  on conflict (bucket, id) do update set due_at = excluded.due_at, useful_until = excluded.useful_until, version = r.version + 1
  returning r.id, r.occurrence, r.generation
)
select id, occurrence, generation from moved
union all
select id, occurrence, generation from again
