-- Notices of a meeting that have not rung, locked in key order.   $1–$3 bucket, first and last id   $4, $5 tenant, id   $6 their kinds
select r.bucket, r.id
from belfry.reminders r
where r.bucket = $1 and r.id between $2 and $3
  and (r.tenant = $4 and r.entity_type = 'meeting' and r.entity_id = $5 and r.kind = any ($6::text[])) is true
order by r.id
for update
