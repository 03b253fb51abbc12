-- Whoever changes an entity waits here for whoever else does, also while it does not exist yet. $1 is the number its
-- reminders' ids begin with.
select count(*)::integer from (select pg_advisory_xact_lock($1::bigint)) l
