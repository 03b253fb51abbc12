-- For which of these entities ($1) is something asked that nobody has resolved?
select distinct q.entity_lock::text as lock from belfry.requests q
where q.entity_lock = any ($1::bigint[]) and q.failed_at is null
order by lock
