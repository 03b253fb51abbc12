-- One worker at a time puts deliveries together: two would each lock a part of the same person's.
select pg_try_advisory_xact_lock(108170671747707) as mine
