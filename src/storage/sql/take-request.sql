-- The oldest open request of an entity ($1), whose lock the caller holds.
select q.id::text, q.tenant, q.verb, q.entity_type, q.entity_id, q.input, q.actor
from belfry.requests q
where q.entity_lock = $1::bigint and q.failed_at is null
order by q.id
limit 1
for update
