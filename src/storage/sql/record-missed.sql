-- Occurrences of series that nobody was there to ring.
--   $1, $2 reminders   $3 state   $4 reason
insert into belfry.deliveries (
  at, due_at, occurrence_key, useful_until, created_at, generation, bucket, critical, reminder, tenant, entity_type,
  entity_id, kind, recipient, occurrence, channel, state, reason, title, body, data)
select belfry.now(), coalesce(r.due_at, belfry.now()), r.occurrence_key, r.useful_until, r.created_at, r.generation, r.bucket,
  r.critical, r.id, r.tenant, r.entity_type, r.entity_id, r.kind, r.recipient, r.occurrence, coalesce(r.channels[1], ''),
  $3, $4, r.title, r.body, r.data
from (select * from unnest($1::smallint[], $2::uuid[]) as u(bucket, id) order by bucket, id) k
cross join lateral (select * from belfry.reminders r where r.bucket = k.bucket and r.id = k.id limit 1) r
on conflict (bucket, reminder, occurrence_key) do nothing
