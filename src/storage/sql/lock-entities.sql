-- Several entities, in order, as `lock-entity` does one.   $1 locks
select count(*)::integer
from (select pg_advisory_xact_lock(k.lock) from (select distinct u.lock from unnest($1::bigint[]) as u(lock) order by u.lock) k) l
