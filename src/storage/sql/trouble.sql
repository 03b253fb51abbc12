-- Counts what ended a reminder's transaction, in a transaction of its own.
insert into belfry.trouble as t (bucket, reminder, last_error) values ($1, $2, $3)
on conflict (bucket, reminder) do update
  set failures = t.failures + 1, last_at = clock_timestamp(), last_error = excluded.last_error
returning failures
