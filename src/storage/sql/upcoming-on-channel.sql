-- How many of the first that ring within each of many spans of time ring on a channel, as things stand: as `ringsOn` says it (engine/read.ts). Each that is
-- looked at costs a row, and a way to its recipient's.
--   $1 tenant   $2, $3 beginnings and ends (not included)   $4 how many to look at, of each   $5 channel   $6 channels of those who have none
select s.n::integer - 1 as n, c.looked_at, c.count
from unnest($2::timestamptz[], $3::timestamptz[], $4::integer[]) with ordinality as s(begins, ends, at_most, n)
cross join lateral (
  select count(*)::integer as looked_at,
    (count(*) filter (where case
      when r.adjusted = 'in_app_only' then $5 = 'in_app'
      when r.channels is not null then $5 = any (r.channels) and $5 is distinct from r.fallback
      when p.channels is not null then $5 = any (p.channels) and $5 is distinct from p.fallback
      else $5 = any ($6::text[]) end))::integer as count
  from (
    select r.tenant, r.recipient, r.adjusted, r.channels, r.fallback from belfry.reminders r
    where r.tenant = $1 and r.due_at >= s.begins and r.due_at < s.ends
    order by r.due_at limit s.at_most
  ) r
  left join lateral (
    select p.channels, p.fallback from belfry.recipients p where p.tenant = r.tenant and p.id = r.recipient limit 1
  ) p on true
) c
order by s.n
