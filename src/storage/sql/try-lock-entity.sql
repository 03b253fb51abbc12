select pg_try_advisory_xact_lock($1::bigint) as mine
