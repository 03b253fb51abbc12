-- What a run has to know.
--   $1 tenant   $2 name
select s.tenant, s.name, s.definition, s.needs, date_part('epoch', s.covered_until) * 1000 as covered_ms,
  date_part('epoch', belfry.now()) * 1000 as now_ms
from belfry.sweeps s where s.tenant = $1 and s.name = $2
