-- Those of a claim's deliveries that are still being sent under its attempt. One that somebody's open transaction holds is
-- left for later, and so is its claim.
select d.bucket, d.reminder, d.occurrence_key::text, d.attempt, d.tries, d.lost, d.critical, d.repeatable, d.parked,
  d.fallback, d.occurrence, d.generation
from unnest($1::smallint[], $2::uuid[], $3::bigint[], $4::integer[]) as k(bucket, reminder, key, attempt)
join belfry.deliveries d
  on d.bucket = k.bucket and d.reminder = k.reminder and d.occurrence_key = k.key
  and d.attempt = k.attempt and d.state = 'sending'
order by d.bucket, d.reminder, d.occurrence_key
for update of d skip locked
