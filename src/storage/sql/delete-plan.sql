-- Only one that nothing uses.
delete from belfry.plans p where p.tenant = $1 and p.name = $2
  and not exists (select from belfry.entities e where e.tenant = $1 and e.plan = $2)
returning name
