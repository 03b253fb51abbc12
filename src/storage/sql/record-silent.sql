-- Occurrences that never rang: another rings for them, or their moment had passed.
--   $1 tenant   $2–$10 bucket, reminder, key, kind, recipient, occurrence, due ms, reason, generation   $11, $12 entity type, id
with recorded as (
  insert into belfry.deliveries as d (
    at, due_at, occurrence_key, generation, bucket, reminder, tenant, entity_type, entity_id, kind, recipient, occurrence,
    channel, state, reason)
  select belfry.now(), to_timestamp(u.due_ms / 1000), u.key, u.generation, u.bucket, u.reminder, $1, u.entity_type, u.entity_id,
    u.kind, u.recipient, u.occurrence, '', 'skipped', u.reason
  from unnest($2::smallint[], $3::uuid[], $4::bigint[], $5::text[], $6::text[], $7::text[], $8::float8[], $9::text[],
    $10::integer[], $11::text[], $12::text[])
    as u(bucket, reminder, key, kind, recipient, occurrence, due_ms, reason, generation, entity_type, entity_id)
  order by u.bucket, u.reminder, u.key
  on conflict (bucket, reminder, occurrence_key) do update
    set state = excluded.state, reason = excluded.reason, at = excluded.at
    where d.state in ('cancelled', 'skipped')
  returning d.tenant, d.reminder, d.occurrence_key, d.channel, d.state, d.reason
),
told as (
  insert into belfry.events (at, tenant, type, channel, reason, count, reminders, occurrence_keys)
  select belfry.now(), t.tenant, 'delivery.' || t.state, t.channel, t.reason, count(*), array_agg(t.reminder), array_agg(t.occurrence_key)
  from recorded t
  group by t.tenant, t.state, t.channel, t.reason
)
select count(*)::integer as recorded from recorded
