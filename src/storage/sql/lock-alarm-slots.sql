-- Who chooses moments for users waits here for whoever else does, in order. The class is 'slot' in ASCII.   $1 locks
select count(*)::integer
from (select pg_advisory_xact_lock(1936486260, k.lock) from (select distinct u.lock from unnest($1::integer[]) as u(lock) order by u.lock) k) l
