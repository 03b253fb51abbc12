-- Two servers that start at once make one key. The number is 'keys' in ASCII.
select from pg_advisory_xact_lock(1801812339)
