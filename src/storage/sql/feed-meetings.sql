-- Which meetings a person's calendar has: those that may still take place, and what took place lately. Whatever was rescheduled has
-- another one in its place, so each lineage is there once. What lies ahead comes first, and what is over as far as there is room.
--   $1 tenant   $2 recipient   $3 how many at the most
select f.meeting
from (
  (
    select p.meeting, p.starts_at, 0 as turn, row_number() over (order by p.starts_at, p.meeting) as n
    from belfry.meeting_participants p
    cross join lateral (
      select m.status from belfry.meetings m where m.tenant = p.tenant and m.id = p.meeting limit 1
    ) m
    where p.tenant = $1 and p.recipient = $2 and p.starts_at >= (select belfry.now())
      and m.status in ('pending', 'accepted', 'completed')
    order by p.starts_at, p.meeting limit $3
  )
  union all
  (
    select p.meeting, p.starts_at, 1, row_number() over (order by p.starts_at desc, p.meeting)
    from belfry.meeting_participants p
    cross join lateral (
      select m.status from belfry.meetings m where m.tenant = p.tenant and m.id = p.meeting limit 1
    ) m
    where p.tenant = $1 and p.recipient = $2 and p.starts_at < (select belfry.now())
      and p.starts_at >= (select belfry.now()) - interval '90 days' and m.status in ('pending', 'accepted', 'completed')
    order by p.starts_at desc, p.meeting limit $3
  )
  order by turn, n
  limit $3
) f
order by f.starts_at, f.meeting
