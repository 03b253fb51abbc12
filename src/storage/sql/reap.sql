-- Deliveries whose worker let its lease run out. No leader: whoever asks first has the claim. Nothing is reaped in the
-- first lease ($1, ms) after the database started, so that owners that outlived it can report first.
with expired as materialized (
  select * from belfry.claims
  where expires_at <= clock_timestamp()
    and clock_timestamp() >= pg_postmaster_start_time() + $1::float8 * interval '1 ms'
  order by expires_at limit 10
  for update skip locked
)
select e.bucket as claim_bucket, e.id::text as claim, d.bucket, d.reminder, d.occurrence_key::text, d.attempt, d.tries,
  d.lost, d.critical, d.repeatable, d.parked, d.channel, d.fallback
from expired e
cross join lateral unnest(e.buckets, e.reminders, e.occurrence_keys, e.attempts) as k(bucket, reminder, key, attempt)
left join belfry.deliveries d
  on d.bucket = k.bucket and d.reminder = k.reminder and d.occurrence_key = k.key
  and d.attempt = k.attempt and d.state = 'sending'
