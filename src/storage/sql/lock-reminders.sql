-- Locks reminders in key order and waits for a fire that has them: afterwards they are either here, or their
-- deliveries can be read.
select r.bucket, r.id, r.generation, r.recipient
from unnest($1::smallint[], $2::uuid[]) as k(bucket, id)
join belfry.reminders r on r.bucket = k.bucket and r.id = k.id
where r.tenant = $3
order by r.bucket, r.id
for update of r
