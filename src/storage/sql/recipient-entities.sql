-- What a recipient is reminded of by plans: the entities, held until this transaction ends so that none is cancelled meanwhile.
select e.type, e.id, e.time_anchor as "timeAnchor", e.anchors, coalesce(m.steps, e.steps, p.steps) as steps,
  null as plan, e.late_policy as "latePolicy", e.critical, e.channels, e.title, e.body, e.data
from belfry.entity_recipients m
join belfry.entities e on e.tenant = m.tenant and e.type = m.type and e.id = m.id
left join belfry.plans p on p.tenant = e.tenant and p.name = e.plan
where m.tenant = $1 and m.recipient = $2 and e.status = 'active'
for share of e
