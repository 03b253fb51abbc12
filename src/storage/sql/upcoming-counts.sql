-- How many ring within each of many spans of time; counting ends at $4 a span. A span is one walk along the index by due time,
-- which has everything that is needed. A million in a day, in 96 spans of at
-- most 208, are 367 buffers.
--   $1 tenant   $2, $3 beginnings and ends (not included)   $4 at most
select s.n::integer - 1 as n, c.count
from unnest($2::timestamptz[], $3::timestamptz[]) with ordinality as s(begins, ends, n)
cross join lateral (
  select count(*)::integer as count
  from (
    select r.due_at from belfry.reminders r
    where r.tenant = $1 and r.due_at >= s.begins and r.due_at < s.ends
    order by r.due_at limit $4
  ) d
) c
where c.count > 0
order by s.n
