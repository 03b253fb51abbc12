-- A page of somebody's meetings in order of time.   $1 tenant   $2 status (null: any)   $3, $4 ends after, begins before (null: open)
--   $5, $6 the last of the page before   $7 how many   $8 who takes part   $9 who else has to (null: nobody)
select m.id, (date_part('epoch', p.starts_at) * 1000000)::bigint::text as us
from belfry.meeting_participants p
cross join (select belfry.now() as now offset 0) i
cross join lateral (
  select m.id, m.status, m.ends_at from belfry.meetings m where m.tenant = $1 and m.id = p.meeting limit 1
) m
where p.tenant = $1 and p.recipient = $8
  and ($5::timestamptz is null or (p.starts_at, p.meeting) > ($5, $6))
  and ($2::text is null or case when m.status = 'pending' and m.ends_at <= i.now then 'cancelled' else m.status end = $2)
  and ($3::timestamptz is null or m.ends_at > $3)
  and ($4::timestamptz is null or p.starts_at < $4)
  and ($9::text is null or exists (
    select from belfry.meeting_participants o where o.tenant = $1 and o.meeting = p.meeting and o.recipient = $9))
order by p.starts_at, p.meeting
limit $7::integer
