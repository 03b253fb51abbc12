-- A page of meetings in order of time. Looks at $9 of them at the most: when fewer are wanted, the last one says how far that was. What ends
-- after $3 begins after $7, $8, or is long: those are found through an index of their own.
--   $1 tenant   $2 status (null: any)   $3, $4 ends after, begins before   $5, $6 the last of the page before   $7, $8 the same, or later
--   $9 how many to look at   $10 how many to answer
select n.id, (extract(epoch from n.starts_at) * 1000000)::bigint::text as us, c.wanted, n.n = $9::integer as is_end
from (
  select w.*, row_number() over (order by w.starts_at, w.id) as n
  from (
    (select m.starts_at, m.id, m.status, m.ends_at
    from belfry.meetings m
    where m.tenant = $1 and m.ends_at - m.starts_at > interval '32 days' and (m.starts_at, m.id) > ($5::timestamptz, $6::text)
      and (m.starts_at, m.id) <= ($7::timestamptz, $8::text) and m.starts_at < $4::timestamptz
    order by m.starts_at, m.id limit $9::integer)
    union all
    (select m.starts_at, m.id, m.status, m.ends_at
    from belfry.meetings m
    where m.tenant = $1 and (m.starts_at, m.id) > ($7::timestamptz, $8::text) and m.starts_at < $4::timestamptz
    order by m.starts_at, m.id limit $9::integer)
  ) w
) n
cross join (select belfry.now() as now offset 0) i
cross join lateral (
  select n.ends_at > $3::timestamptz
    and ($2::text is null or case when n.status = 'pending' and n.ends_at <= i.now then 'cancelled' else n.status end = $2) as wanted
) c
where n.n <= $9::integer and (c.wanted or n.n = $9::integer)
order by n.starts_at, n.id
limit $10::integer
