-- Sweeps with their last run.
--   $1 tenant   $2 only this one   $3 Belfry's own too
select s.name, s.origin, s.definition, s.every, s.timezone, s.enabled, s.warnings,
  date_part('epoch', s.next_at) * 1000 as next_ms, r.run as last
from belfry.sweeps s
left join lateral (
  select to_json(r) as run
  from belfry.runs r where r.tenant = s.tenant and r.sweep = s.name order by r.started_at desc, r.id desc limit 1
) r on true
where (s.tenant = $1 or $3::boolean and s.tenant = '') and ($2::text is null or s.name = $2)
order by s.tenant desc, s.name
