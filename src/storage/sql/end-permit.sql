-- The answer is there: the part's next one may go after its pace, counted from now, and no longer waits for this one.
--   $1 gate   $2 part   $3 pace, ms
update belfry.gates set next_at = clock_timestamp() + $3::float8 * interval '1 ms', blocked_until = '-infinity'
where name = $1 and key = $2
