-- Everything that is still to come for a recipient, locked in key order, with what its moments are computed from.
--   $1 tenant   $2 recipient   $3 only these, or null
select r.bucket, r.id, r.tenant, r.entity_type as "entityType", r.entity_id as "entityId", r.kind,
  r.recipient, r.occurrence, r.timezone,
  r.floating is true as floating, r.step, date_part('epoch', r.due_at) * 1000 as "dueMs",
  date_part('epoch', r.useful_until) * 1000 as "usefulUntilMs", date_part('epoch', r.planned_at) * 1000 as "plannedMs",
  r.adjusted, r.repeat, r.generation, r.critical
from belfry.reminders r
where r.tenant = $1 and r.recipient = $2 and ($3::uuid[] is null or r.id = any ($3))
order by r.bucket, r.id
for update
