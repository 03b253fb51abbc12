-- A request comes to its end: resolved ($2 is null), it goes; else it stays, with the reason. What it held, and nobody has written
-- anew, gets its due time back; while another request of the same entity is open, that one holds it.
with failed as (
  update belfry.requests set failed_at = clock_timestamp(), error = $2::jsonb where id = $1 and $2::jsonb is not null
  returning held, tenant, entity_lock
),
resolved as (
  delete from belfry.requests where id = $1 and $2::jsonb is null returning held, tenant, entity_lock
),
ended as (
  select * from failed union all select * from resolved
),
others as (
  select min(o.id) as id from ended f
  join belfry.requests o on o.entity_lock = f.entity_lock and o.failed_at is null and o.id <> $1
),
passed as (
  update belfry.requests n set held = n.held || f.held from ended f, others o where n.id = o.id
),
last as (
  select f.* from ended f, others o where o.id is null
)
update belfry.reminders r set due_at = to_timestamp((h.one ->> 'dueMs')::float8 / 1000), version = r.version + 1
from last f cross join lateral jsonb_array_elements(f.held) as h(one)
where r.bucket = belfry.bucket_of((h.one ->> 'id')::uuid) and r.id = (h.one ->> 'id')::uuid and r.due_at is null
  and r.tenant = f.tenant and r.repeat #> '{state,paused}' is null
