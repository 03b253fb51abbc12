-- The entities that a sweep with a plan has put before: their moment, their texts, and who hears of it; and, if asked, who has
-- heard of that moment or still will. What expired or was passed over nobody heard; what somebody called off or has done, they know.
--   $1 tenant   $2 type   $3 ids   $4–$6 bucket, first and last of its reminders   $7 whether it is asked who has heard
select e.id, e.status, e.anchors #>> '{start,nominal}' as nominal, e.title, e.body,
  coalesce((select json_agg(m.recipient) from belfry.entity_recipients m
    where m.tenant = e.tenant and m.type = e.type and m.id = e.id), '[]') as recipients,
  case when $7::boolean then coalesce((select json_agg(h.recipient) from (
    select d.recipient from belfry.deliveries d
    where d.bucket = u.bucket and d.reminder between u.first and u.last and (d.tenant = $1) is true
      and d.occurrence = e.anchors #>> '{start,nominal}'
      and (d.state not in ('cancelled', 'suppressed', 'expired', 'skipped') or d.reason in ('cancelled', 'acknowledged'))
    union all
    select r.recipient from belfry.reminders r
    where r.bucket = u.bucket and r.id between u.first and u.last and (r.tenant = $1) is true
      and r.occurrence = e.anchors #>> '{start,nominal}' and r.useful_until > belfry.now()
  ) h), '[]') end as heard
from unnest($3::text[], $4::smallint[], $5::uuid[], $6::uuid[]) as u(id, bucket, first, last)
cross join lateral (
  select e.tenant, e.type, e.id, e.status, e.anchors, e.title, e.body
  from belfry.entities e where e.tenant = $1 and e.type = $2 and e.id = u.id limit 1
) e
