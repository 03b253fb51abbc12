-- Where the deliveries of a stretch of time are, the newest first, found through the BRIN index on `at` (a b-tree on it costs a
-- fifth of what a worker can fire a second). That index knows no order and no tenant, so the stretch is short, and no more than
-- $9 rows of whomever are looked at: where there are more, it says so, and the next look is at less.
--   $1 tenant   $2, $3 from, to   $4–$6 cursor: time and key   $7 states   $8 channel   $9 how many to look at (null: all)
--   $10 how many to answer
with walked as materialized (
  select d.at, d.bucket, d.reminder, d.occurrence_key,
    d.tenant = $1 and ($7::text[] is null or d.state = any ($7)) and ($8::text is null or d.channel = $8) as wanted
  from belfry.deliveries d
  where d.at >= $2::timestamptz and d.at < $3::timestamptz and d.at <= (select coalesce($4::timestamptz, 'infinity'))
  limit $9
),
counted as (select count(*)::integer as walked from walked)
(select w.bucket, w.reminder, w.occurrence_key::text, (extract(epoch from w.at) * 1000000)::bigint::text as at_us, true as wanted,
  null::integer as walked
from walked w
where w.wanted and ($5::uuid is null or (w.at, w.reminder, w.occurrence_key) < ($4::timestamptz, $5::uuid, $6::bigint))
order by w.at desc, w.reminder desc, w.occurrence_key desc
limit $10)
union all
select null, null, null, null, false, walked from counted
