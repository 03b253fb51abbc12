-- Occurrences of series that nobody was there to ring.
--   $1, $2 reminders   $3 state   $4 reason
with recorded as (
  insert into belfry.deliveries (
    at, due_at, occurrence_key, useful_until, created_at, generation, bucket, critical, reminder, tenant, entity_type,
    entity_id, kind, recipient, occurrence, channel, state, reason, title, body, data)
  select belfry.now(), coalesce(r.due_at, belfry.now()), r.occurrence_key, r.useful_until, r.created_at, r.generation, r.bucket,
    r.critical, r.id, r.tenant, r.entity_type, r.entity_id, r.kind, r.recipient, r.occurrence, coalesce(r.channels[1], ''),
    $3, $4, r.title, r.body, r.data
  from (select * from unnest($1::smallint[], $2::uuid[]) as u(bucket, id) order by bucket, id) k
  cross join lateral (select * from belfry.reminders r where r.bucket = k.bucket and r.id = k.id limit 1) r
  on conflict (bucket, reminder, occurrence_key) do nothing
  returning tenant, reminder, occurrence_key, channel, state, reason
),
told as (
  insert into belfry.events (at, tenant, type, channel, reason, count, reminders, occurrence_keys)
  select belfry.now(), t.tenant, 'delivery.' || t.state, t.channel, t.reason, count(*), array_agg(t.reminder), array_agg(t.occurrence_key)
  from recorded t
  group by t.tenant, t.state, t.channel, t.reason
)
select count(*)::integer as recorded from recorded
