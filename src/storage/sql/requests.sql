-- Requests that could not be resolved, the newest first.
select q.id::text, q.verb, q.entity_type, q.entity_id, q.input, q.error, date_part('epoch', q.failed_at) * 1000 as failed_ms
from belfry.requests q
where q.tenant = $1 and q.failed_at is not null
order by q.id desc
limit $2
