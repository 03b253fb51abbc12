-- The entities that requests are open for, the oldest request first.
select q.id::text, q.entity_lock::text as lock from belfry.requests q where q.failed_at is null order by q.id limit $1
