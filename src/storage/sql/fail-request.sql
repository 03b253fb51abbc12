-- A request that cannot be resolved: it stays with the reason, and what it held gets its due time back.
with failed as (
  update belfry.requests set failed_at = clock_timestamp(), error = $2::jsonb where id = $1 returning held, tenant, entity_lock
),
others as (
  select min(o.id) as id from failed f
  join belfry.requests o on o.entity_lock = f.entity_lock and o.failed_at is null and o.id <> $1
),
-- While another request of the same entity is open, that one holds them.
passed as (
  update belfry.requests n set held = n.held || f.held from failed f, others o where n.id = o.id
),
last as (
  select f.* from failed f, others o where o.id is null
)
update belfry.reminders r set due_at = to_timestamp((h.one ->> 'dueMs')::float8 / 1000)
from last f cross join lateral jsonb_array_elements(f.held) as h(one)
where r.bucket = belfry.bucket_of((h.one ->> 'id')::uuid) and r.id = (h.one ->> 'id')::uuid and r.due_at is null
  and r.tenant = f.tenant and r.repeat #> '{state,paused}' is null
