-- Is anything asked for an entity ($1) that nobody has resolved?
select exists (select from belfry.requests q where q.entity_lock = $1::bigint and q.failed_at is null) as open
