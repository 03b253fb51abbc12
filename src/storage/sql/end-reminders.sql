-- Ends reminders before their moment and records it: the row goes, a ledger row with state and reason stays.
--   $1, $2 reminders   $3 state   $4 reason
with ended as (
  delete from belfry.reminders r using unnest($1::smallint[], $2::uuid[]) as k(bucket, id)
  where r.bucket = k.bucket and r.id = k.id
  returning r.*
),
recorded as (
  insert into belfry.deliveries as d (
    at, due_at, occurrence_key, useful_until, created_at, generation, bucket, critical, reminder, tenant, entity_type,
    entity_id, kind, recipient, occurrence, channel, state, reason, title, body, data)
  select belfry.now(), coalesce(due_at, belfry.now()), occurrence_key, useful_until, created_at, generation, bucket,
    critical, id, tenant, entity_type, entity_id, kind, recipient, occurrence, coalesce(channels[1], ''), $3, $4,
    title, body, data
  from ended
  order by bucket, id, occurrence_key
  on conflict (bucket, reminder, occurrence_key) do update
    set state = excluded.state, reason = excluded.reason, at = excluded.at
    where d.state in ('cancelled', 'suppressed', 'expired', 'skipped')
  returning d.tenant, d.reminder, d.occurrence_key, d.channel, d.state, d.reason
),
told as (
  insert into belfry.events (at, tenant, type, channel, reason, count, reminders, occurrence_keys)
  select belfry.now(), t.tenant, 'delivery.' || t.state, t.channel, t.reason, count(*), array_agg(t.reminder), array_agg(t.occurrence_key)
  from recorded t
  group by t.tenant, t.state, t.channel, t.reason
)
select id, occurrence, generation, date_part('epoch', due_at) * 1000 as due_ms from ended
