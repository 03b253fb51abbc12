-- A sweep that is due and that this process can run, for whoever comes first.
--   $1 what this process has
select s.tenant, s.name, s.definition, s.every, s.timezone, s.needs, date_part('epoch', s.covered_until) * 1000 as covered_ms,
  date_part('epoch', belfry.now()) * 1000 as now_ms
from belfry.sweeps s
where s.next_at <= (select belfry.now()) and (s.needs is null or s.needs = any ($1::text[]))
order by s.next_at limit 1
for update skip locked
