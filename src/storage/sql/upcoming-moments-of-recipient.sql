-- The first moments at which something rings for one recipient within each of many spans of time, in milliseconds, as one text: how densely they come.
--   $1 tenant   $2, $3 beginnings and ends (not included)   $4 at most, of each   $5 recipient
select s.n::integer - 1 as n, m.moments_ms
from unnest($2::timestamptz[], $3::timestamptz[]) with ordinality as s(begins, ends, n)
cross join lateral (
  select array_to_string(array(
    select date_part('epoch', r.due_at) * 1000 from belfry.reminders r
    where r.recipient = $5 and r.tenant = $1 and r.due_at >= s.begins and r.due_at < s.ends
    order by r.due_at limit $4
  ), ' ') as moments_ms
) m
order by s.n
