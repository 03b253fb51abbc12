-- Waits for the fires under way (share-sending.sql); the next ones wait for this transaction.
select count(*)::integer from (select pg_advisory_xact_lock(108170671747706)) l
