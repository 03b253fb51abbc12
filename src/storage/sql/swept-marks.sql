-- Marks in the ledger for what a sweep only writes to the audit trail: nobody is reminded, and it is done once. Answers the
-- reminders whose occurrence was free.
--   $1 tenant   $2–$7 bucket, id, entity type, entity id, kind, recipient   $8 occurrence   $9 generation
insert into belfry.deliveries (
  at, due_at, occurrence_key, generation, attempt, bucket, reminder, tenant, entity_type, entity_id, kind, recipient,
  occurrence, channel, state)
select belfry.now(), belfry.now(), belfry.occurrence_key(u.occurrence, u.generation, '') as key, u.generation, 1, u.bucket, u.id,
  $1, u.entity_type, u.entity_id, u.kind, u.recipient, u.occurrence, 'hand', 'sent'
from unnest($2::smallint[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::integer[])
  as u(bucket, id, entity_type, entity_id, kind, recipient, occurrence, generation)
order by u.bucket, u.id, key
on conflict (bucket, reminder, occurrence_key) do nothing
returning reminder
