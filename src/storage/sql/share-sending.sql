-- Whoever fires holds this lock in shared mode until it commits; whoever sets a hold takes it alone. So when a hold is
-- answered, no fire that has not seen it is still on its way.
select count(*)::integer from (select pg_advisory_xact_lock_shared(108170671747706)) l
