-- No row where the sweep was deleted just now: one that is being deleted is waited for.
--   $1 tenant   $2 id   $3 sweep   $4 trigger   $5 started, ms
insert into belfry.runs (tenant, id, sweep, trigger, started_at)
select s.tenant, $2::uuid, s.name, $4, to_timestamp($5::float8 / 1000)
from belfry.sweeps s where s.tenant = $1 and s.name = $3
for key share
returning id
