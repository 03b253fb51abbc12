-- A request that cannot be resolved: it stays with the reason, and what it held gets its due time back.
with failed as (
  update belfry.requests set failed_at = clock_timestamp(), error = $2::jsonb where id = $1 returning held, tenant, entity_lock
),
last as (
  select f.* from failed f
  where not exists (
    select from belfry.requests o where o.entity_lock = f.entity_lock and o.failed_at is null and o.id <> $1)
)
update belfry.reminders r set due_at = to_timestamp((h.one ->> 'dueMs')::float8 / 1000)
from last f cross join lateral jsonb_array_elements(f.held) as h(one)
where r.bucket = belfry.bucket_of((h.one ->> 'id')::uuid) and r.id = (h.one ->> 'id')::uuid and r.due_at is null
  and r.tenant = f.tenant and r.repeat #> '{state,paused}' is null
