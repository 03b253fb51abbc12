-- Who changed what, the newest first, after the cursor ($4, $5). Looks at $8 rows at the most: when none of them is wanted, the
-- last one says how far that was.
--   $1 tenant   $2, $3 from, to   $4, $5 cursor: time and id   $6 action   $7 actor   $8 how many to look at
--   $9 how many to answer
with walked as materialized (
  select a.*, ($6::text is null or a.action = $6) and ($7::text is null or a.actor = $7) as wanted
  from belfry.audit a
  where a.tenant = $1 and a.at >= $2::timestamptz and a.at < $3::timestamptz and a.at <= (select coalesce($4::timestamptz, 'infinity'))
    and ($5::bigint is null or (a.at, a.id) < ($4::timestamptz, $5::bigint))
  order by a.at desc, a.id desc
  limit $8
),
numbered as (
  select w.*, row_number() over (order by w.at desc, w.id desc) as n from walked w
)
select n.id::text, n.actor, n.action, n.entity_type, n.entity_id, n.reminder, n.recipient, n.data,
  date_part('epoch', n.at) * 1000 as at_ms, (extract(epoch from n.at) * 1000000)::bigint::text as at_us, n.wanted,
  n.n = $8::integer as is_end
from numbered n
where n.wanted or n.n = $8::integer
order by n.n
limit $9
