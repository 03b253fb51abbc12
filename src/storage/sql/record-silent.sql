-- Occurrences that never rang: another rings for them, or their moment had passed.
--   $1 tenant   $2–$12 bucket, reminder, key, entity type, entity id, kind, recipient, occurrence, due ms, reason, generation
insert into belfry.deliveries as d (
  at, due_at, occurrence_key, generation, bucket, reminder, tenant, entity_type, entity_id, kind, recipient, occurrence,
  channel, state, reason)
select belfry.now(), to_timestamp(u.due_ms / 1000), u.key, u.generation, u.bucket, u.reminder, $1, u.entity_type, u.entity_id,
  u.kind, u.recipient, u.occurrence, '', 'skipped', u.reason
from unnest($2::smallint[], $3::uuid[], $4::bigint[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::float8[],
  $11::text[], $12::integer[])
  as u(bucket, reminder, key, entity_type, entity_id, kind, recipient, occurrence, due_ms, reason, generation)
order by u.bucket, u.reminder, u.key
on conflict (bucket, reminder, occurrence_key) do update
  set state = excluded.state, reason = excluded.reason, at = excluded.at
  where d.state in ('cancelled', 'skipped')
