-- A second moment linked to the first. Before it rang, the reminder itself moves and stays the same occurrence; after it
-- rang, the latest occurrence comes again as the next generation, with the texts the ledger kept.
--   $1, $2 reminder   $3 tenant   $4 until, ms
with moved as (
  update belfry.reminders r set
    due_at = to_timestamp($4::float8 / 1000),
    useful_until = to_timestamp($4::float8 / 1000) + (r.useful_until - r.due_at),
    version = r.version + 1
  where r.bucket = $1 and r.id = $2 and r.tenant = $3 and r.due_at is not null
  returning r.id, r.occurrence, r.generation
),
latest as (
  select d.* from belfry.deliveries d
  where d.bucket = $1 and d.reminder = $2 and d.tenant = $3 and d.channel <> 'hand'
  order by d.generation desc, d.at desc limit 1
),
again as (
  insert into belfry.reminders (
    bucket, id, tenant, entity_type, entity_id, kind, recipient, due_at, useful_until, created_at, occurrence,
    occurrence_key, generation, channels, channel_delays, fallback, critical, title, body, data)
  select l.bucket, l.reminder, l.tenant, l.entity_type, l.entity_id, l.kind, l.recipient, to_timestamp($4::float8 / 1000),
    to_timestamp($4::float8 / 1000) + coalesce(l.useful_until - l.due_at, interval '24 hours'), l.created_at, l.occurrence,
    belfry.occurrence_key(l.occurrence, l.generation + 1, ''), l.generation + 1,
    -- the channels it rang on, the first one first; a fallback stands behind them again
    (select array_agg(o.channel order by (o.occurrence_key = belfry.occurrence_key(l.occurrence, l.generation, '')) desc,
        (o.channel = l.fallback), o.due_at, o.channel)
      from belfry.deliveries o
      where o.bucket = l.bucket and o.reminder = l.reminder and o.occurrence = l.occurrence and o.generation = l.generation
        and o.channel <> 'hand'),
    case when l.fallback is not null then
      (select array_agg(case when o.channel = l.fallback then -1 else 0 end
          order by (o.occurrence_key = belfry.occurrence_key(l.occurrence, l.generation, '')) desc,
          (o.channel = l.fallback), o.due_at, o.channel)
        from belfry.deliveries o
        where o.bucket = l.bucket and o.reminder = l.reminder and o.occurrence = l.occurrence
          and o.generation = l.generation and o.channel <> 'hand') end,
    l.fallback, l.critical, l.title, l.body, l.data
  from latest l
  where not exists (select from moved)
    and exists (select from belfry.recipients p where p.tenant = l.tenant and p.id = l.recipient)
  on conflict do nothing
  returning id, occurrence, generation
)
select id, occurrence, generation, true as moved from moved
union all
select id, occurrence, generation, false from again
