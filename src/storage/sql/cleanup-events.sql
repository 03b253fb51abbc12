-- Removes one bounded chunk of events that are older than $2 days, from the oldest on.
--   $1 tenant   $3 chunk
with old as materialized (
  select e.xid, e.id, e.at from belfry.events e where e.tenant = $1 order by e.xid, e.id limit $3::integer
),
removed as (
  delete from belfry.events e using old o
  where e.tenant = $1 and e.xid = o.xid and e.id = o.id and o.at < belfry.now() - $2::float8 * interval '1 day'
  returning 1
)
select count(*)::integer as removed from removed
