-- The entities that a sweep with a plan has put before: their moment, and who hears of it.
--   $1 tenant   $2 type   $3 ids
select e.id, e.anchors #>> '{start,nominal}' as nominal,
  coalesce((select json_agg(m.recipient) from belfry.entity_recipients m
    where m.tenant = e.tenant and m.type = e.type and m.id = e.id), '[]') as recipients
from unnest($3::text[]) as u(id)
cross join lateral (
  select e.tenant, e.type, e.id, e.anchors from belfry.entities e where e.tenant = $1 and e.type = $2 and e.id = u.id limit 1
) e
