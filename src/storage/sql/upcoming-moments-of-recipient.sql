-- How densely they ring for one recipient within each of many spans of time: of the first ones of each, how many there are, at which moments the first and
-- the last of them ring, and how many ring at just these.
--   $1 tenant   $2, $3 beginnings and ends (not included)   $4 at most, of each   $5 recipient
select s.n::integer - 1 as n, d.count, d.first_ms, d.last_ms, d.heads, d.count - d.last_rank + 1 as tails
from unnest($2::timestamptz[], $3::timestamptz[]) with ordinality as s(begins, ends, n)
cross join lateral (
  select count(*)::integer as count, date_part('epoch', min(due_at)) * 1000 as first_ms, date_part('epoch', max(due_at)) * 1000 as last_ms,
    (count(*) filter (where rank = 1))::integer as heads, max(rank)::integer as last_rank
  from (
    select f.due_at, rank() over (order by f.due_at) as rank
    from (
      select r.due_at from belfry.reminders r
      where r.recipient = $5 and r.tenant = $1 and r.due_at >= s.begins and r.due_at < s.ends
      order by r.due_at limit $4
    ) f
  ) ranked
) d
order by s.n
