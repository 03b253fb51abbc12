-- Claims whose worker let its lease run out. No leader: whoever asks first has the claim. Nothing is reaped in the first
-- lease ($1, ms) after the database started, so that owners that outlived it can report first. With $2, the claims of that
-- worker instead, except those it knows of ($3): what it fired without hearing of the commit.
select bucket, id::text, buckets, reminders, occurrence_keys::text[], attempts from belfry.claims
where case when $2::text is null
  then expires_at <= clock_timestamp() and clock_timestamp() >= pg_postmaster_start_time() + $1::float8 * interval '1 ms'
  else worker = $2 and id <> all ($3::bigint[]) end
order by expires_at limit 10
for update skip locked
