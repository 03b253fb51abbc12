-- Resolved. What it held and did not need to write anew gets its due time back, unless another request holds it too.
with finished as (
  delete from belfry.requests where id = $1 returning held, tenant, entity_lock
),
others as (
  select min(o.id) as id from finished f
  join belfry.requests o on o.entity_lock = f.entity_lock and o.failed_at is null and o.id <> $1
),
-- While another request of the same entity is open, that one holds them.
passed as (
  update belfry.requests n set held = n.held || f.held from finished f, others o where n.id = o.id
),
last as (
  select f.* from finished f, others o where o.id is null
)
update belfry.reminders r set due_at = to_timestamp((h.one ->> 'dueMs')::float8 / 1000)
from last f cross join lateral jsonb_array_elements(f.held) as h(one)
where r.bucket = belfry.bucket_of((h.one ->> 'id')::uuid) and r.id = (h.one ->> 'id')::uuid and r.due_at is null
  and r.tenant = f.tenant and r.repeat #> '{state,paused}' is null
