-- Locks reminders in key order and waits for a fire that has them: afterwards they are either here, or their
-- deliveries can be read. `is true` keeps the tenant out of the choice of index: there is one row to find, by its key.
select r.bucket, r.id, r.generation, r.recipient
from (select * from unnest($1::smallint[], $2::uuid[]) as u(bucket, id) order by bucket, id) k
cross join lateral (
  select r.bucket, r.id, r.generation, r.recipient from belfry.reminders r
  where r.bucket = k.bucket and r.id = k.id and (r.tenant = $3) is true
  for update
) r
