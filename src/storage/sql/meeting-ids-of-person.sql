-- A page of somebody's meetings in order of time. Looks at $9 of them at the most: when fewer are wanted, the last one says how far that
-- was. What ends after $3 begins after $7, $8, or is long: those are found through an index of their own.
--   $1 tenant   $2 status (null: any)   $3, $4 ends after, begins before   $5, $6 the last of the page before   $7, $8 the same, or later
--   $9 how many to look at   $10 how many to answer   $11 who takes part   $12 who else has to (null: nobody)
select n.meeting as id, (extract(epoch from n.starts_at) * 1000000)::bigint::text as us, c.wanted, n.n = $9::integer as is_end
from (
  select w.*, row_number() over (order by w.starts_at, w.meeting) as n
  from (
    (select p.starts_at, p.meeting
    from belfry.meeting_participants p
    where p.tenant = $1 and p.recipient = $11 and p.is_long and (p.starts_at, p.meeting) > ($5::timestamptz, $6::text)
      and (p.starts_at, p.meeting) <= ($7::timestamptz, $8::text) and p.starts_at < $4::timestamptz
    order by p.starts_at, p.meeting limit $9::integer)
    union all
    (select p.starts_at, p.meeting
    from belfry.meeting_participants p
    where p.tenant = $1 and p.recipient = $11 and (p.starts_at, p.meeting) > ($7::timestamptz, $8::text)
      and p.starts_at < $4::timestamptz
    order by p.starts_at, p.meeting limit $9::integer)
  ) w
) n
cross join (select belfry.now() as now offset 0) i
cross join lateral (
  select m.status, m.ends_at from belfry.meetings m where m.tenant = $1 and m.id = n.meeting limit 1
) m
cross join lateral (
  select m.ends_at > $3::timestamptz
    and ($2::text is null or case when m.status = 'pending' and m.ends_at <= i.now then 'cancelled' else m.status end = $2)
    and ($12::text is null or exists (
      select from belfry.meeting_participants o where o.tenant = $1 and o.meeting = n.meeting and (o.recipient = $12) is true)) as wanted
) c
where n.n <= $9::integer and (c.wanted or n.n = $9::integer)
order by n.starts_at, n.meeting
limit $10::integer
