-- How many of the first that ring within each of many spans of time ring on a channel, as things stand: as `ringsOn` says it (engine/read.ts). Each that is
-- looked at costs a row, and each of the people a way to theirs.
-- Spans in which nothing rings any more are left out.
--   $1 tenant   $2, $3 beginnings and ends (not included)   $4 how many to look at, of each   $5 channel   $6 channels of those who have none
with looked_at as materialized (
  select s.n, r.recipient, r.adjusted, r.channels, r.fallback
  from unnest($2::timestamptz[], $3::timestamptz[], $4::integer[]) with ordinality as s(begins, ends, at_most, n)
  cross join lateral (
    select r.recipient, r.adjusted, r.channels, r.fallback from belfry.reminders r
    where r.tenant = $1 and r.due_at >= s.begins and r.due_at < s.ends
    order by r.due_at limit s.at_most
  ) r
),
-- In one value, because sessions of Belfry join by nothing but loops.
people as materialized (
  select jsonb_object_agg(w.recipient, case
    when p.channels is not null then $5 = any (p.channels) and $5 is distinct from p.fallback
    else $5 = any ($6::text[]) end) as rings
  from (select distinct l.recipient from looked_at l where l.channels is null) w
  left join lateral (
    select p.channels, p.fallback from belfry.recipients p where p.tenant = $1 and p.id = w.recipient limit 1
  ) p on true
)
select l.n::integer - 1 as n, count(*)::integer as looked_at,
  (count(*) filter (where case
    when l.adjusted = 'in_app_only' then $5 = 'in_app'
    when l.channels is not null then $5 = any (l.channels) and $5 is distinct from l.fallback
    else (p.rings -> l.recipient)::boolean end))::integer as count
from looked_at l
cross join people p
group by l.n
order by l.n
