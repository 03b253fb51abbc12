-- Every reminder of an entity, of its plan or not, locked in key order.
select r.bucket, r.id
from belfry.reminders r
where r.bucket = $1 and r.id between $2 and $3 and (r.tenant = $4 and r.entity_type = $5 and r.entity_id = $6) is true
order by r.id
for update
