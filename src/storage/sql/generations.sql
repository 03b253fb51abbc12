-- The highest generation of each reminder so far; it outlives the reminder's row in the ledger.
select k.id, greatest(
  (select r.generation from belfry.reminders r where r.bucket = k.bucket and r.id = k.id),
  (select max(d.generation) from belfry.deliveries d where d.bucket = k.bucket and d.reminder = k.id), 0) as generation
from unnest($1::smallint[], $2::uuid[]) as k(bucket, id)
