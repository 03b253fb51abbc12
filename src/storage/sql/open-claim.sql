insert into belfry.claims (bucket, worker, expires_at, buckets, reminders, occurrence_keys, attempts)
values ($1, $2, clock_timestamp() + $3::float8 * interval '1 ms', array[$1::smallint], array[$4::uuid], array[$5::bigint], array[$6::integer])
returning id::text
