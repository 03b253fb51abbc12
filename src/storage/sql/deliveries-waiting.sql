-- Where the waiting deliveries are, the newest first, after the cursor ($4–$6): all of them are read, channel by channel, and
-- put in order. Where there are more than $8, it says so instead, and whoever asks looks for them by their time.
--   $1 tenant   $2, $3 from, to   $4–$6 cursor: time and key   $7 channel   $8 how many to look at   $9 how many to answer
with recursive channels as (
  (select d.channel from belfry.deliveries d where d.pending_at is not null order by d.channel limit 1)
  union all
  select n.channel
  from channels c
  cross join lateral (
    select d.channel from belfry.deliveries d
    where d.pending_at is not null and d.channel > c.channel order by d.channel limit 1
  ) n
),
waiting as materialized (
  select w.*
  from channels c
  cross join lateral (
    select d.at, d.bucket, d.reminder, d.occurrence_key from belfry.deliveries d
    where d.channel = c.channel and d.tenant = $1 and d.pending_at is not null
    limit $8
  ) w
  where $7::text is null or c.channel = $7
  limit $8
),
counted as (select count(*) = $8 as is_full from waiting)
(select w.bucket, w.reminder, w.occurrence_key::text, (extract(epoch from w.at) * 1000000)::bigint::text as at_us,
  true as wanted, false as is_full
from waiting w
where not (select is_full from counted) and w.at >= $2::timestamptz and w.at < $3::timestamptz
  and ($5::uuid is null or (w.at, w.reminder, w.occurrence_key) < ($4::timestamptz, $5::uuid, $6::bigint))
order by w.at desc, w.reminder desc, w.occurrence_key desc
limit $9)
union all
select null, null, null, null, false, true from counted where is_full
