-- Marks by hand as mark.sql makes them, of what another system sent (or failed to send) at a time of its own, by which
-- retention goes. Only the same occurrence stands in the way; a row that was never sent is taken over. Answers the keys that
-- were free. In the generation that the reminder's row has, where there is one: a fire looks for `once` in its own.
--   $1 tenant   $2–$7 bucket, id, entity type, entity id, kind, recipient   $8 occurrence   $9 sent at, ms (null: now)
--   $10 state ('sent', 'failed' or 'unknown')   $11 reason. Each occurrence of a reminder appears once (src/import/seen.ts sees to it).
with wanted as materialized (
  select u.*, coalesce(to_timestamp(u.at_ms / 1000), belfry.now()) as at, coalesce(r.generation, 1) as generation
  from unnest($2::smallint[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::float8[],
    $10::text[], $11::text[])
    as u(bucket, id, entity_type, entity_id, kind, recipient, occurrence, at_ms, state, reason)
  left join belfry.reminders r on r.bucket = u.bucket and r.id = u.id
)
insert into belfry.deliveries as d (
  at, due_at, occurrence_key, generation, attempt, bucket, reminder, tenant, entity_type, entity_id, kind, recipient,
  occurrence, channel, state, reason)
select w.at, w.at, belfry.occurrence_key(w.occurrence, w.generation, '') as key, w.generation, 1, w.bucket, w.id, $1,
  w.entity_type, w.entity_id, w.kind, w.recipient, w.occurrence, 'hand', w.state, w.reason
from wanted w
where not exists (
  select from belfry.deliveries o
  where o.bucket = w.bucket and o.reminder = w.id and o.occurrence = w.occurrence
    and o.state not in ('cancelled', 'suppressed', 'expired', 'skipped'))
order by w.bucket, w.id, key
on conflict (bucket, reminder, occurrence_key) do update set
  at = excluded.at, due_at = excluded.due_at, attempt = d.attempt + 1, channel = 'hand', state = excluded.state,
  reason = excluded.reason, took_ms = null, stopped = false, critical = false, repeatable = false, parked = false,
  fallback = null, useful_until = null, tries = 0, lost = 0
where d.state in ('cancelled', 'suppressed', 'expired', 'skipped')
returning reminder, occurrence
