-- One plan ($2), or all of a tenant.
select name, steps, version, date_part('epoch', updated_at) * 1000 as updated_ms,
  (select count(*)::integer from belfry.entities e where e.tenant = p.tenant and e.plan = p.name and e.status = 'active') as used
from belfry.plans p
where p.tenant = $1 and ($2::text is null or p.name = $2)
order by p.name
limit 1000
