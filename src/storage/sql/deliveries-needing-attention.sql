-- Where the deliveries that need a person are (unknown, failed, quarantined), the newest first, after the cursor ($4–$6). Looks at
-- $9 rows at the most: when none of them is wanted, the last one says how far that was.
--   $1 tenant   $2, $3 from, to   $4–$6 cursor: time and key   $7 states   $8 channel   $9 how many to look at
--   $10 how many to answer
with walked as materialized (
  select d.at, d.bucket, d.reminder, d.occurrence_key, d.state = any ($7::text[]) and ($8::text is null or d.channel = $8) as wanted
  from belfry.deliveries d
  where d.tenant = $1 and d.attention_at is not null and d.at >= $2::timestamptz and d.at < $3::timestamptz
    and d.at <= (select coalesce($4::timestamptz, 'infinity'))
    and ($5::uuid is null or (d.at, d.reminder, d.occurrence_key) < ($4::timestamptz, $5::uuid, $6::bigint))
  order by d.at desc, d.reminder desc, d.occurrence_key desc
  limit $9
),
numbered as (
  select w.*, row_number() over (order by w.at desc, w.reminder desc, w.occurrence_key desc) as n from walked w
)
select n.bucket, n.reminder, n.occurrence_key::text, (extract(epoch from n.at) * 1000000)::bigint::text as at_us, n.wanted,
  n.n = $9::integer as is_end
from numbered n
where n.wanted or n.n = $9::integer
order by n.n
limit $10
