-- Is anybody at it? Asked, not waited for: whoever repeats a request that is still running is told so at once.
select pg_try_advisory_xact_lock(('x' || encode(substr($1::bytea, 1, 8), 'hex'))::bit(64)::bigint) as free
