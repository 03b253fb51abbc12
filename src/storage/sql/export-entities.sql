-- Entities with everything that a put takes, and what was done to single reminders of their plans: dismissed (cancelled or marked
-- as done) and snoozed before they rang, both with what their moment is computed from. A snoozed one that a pause has put off is told
-- as if it had not.
select e.type, e.id, e.status, e.time_anchor, e.anchors, e.steps, e.plan, e.late_policy, e.critical, e.channels, e.title,
  e.body, e.data,
  (select coalesce(json_agg(json_build_object('recipient', m.recipient, 'steps', m.steps) order by m.recipient), '[]')
   from belfry.entity_recipients m where m.tenant = e.tenant and m.type = e.type and m.id = e.id) as members,
  date_part('epoch', belfry.now()) * 1000 as now_ms,
  (select coalesce(json_agg(json_build_object('recipient', d.recipient, 'kind', d.kind, 'occurrence', d.occurrence, 'zone', p.timezone,
      'steps', coalesce(m.steps, e.steps, n.steps)) order by d.recipient, d.kind), '[]')
   from (
     select distinct d.recipient, d.kind, d.occurrence from belfry.deliveries d
     where e.status = 'active' and d.bucket = k.bucket and d.reminder between k.first and k.last
       and d.tenant = e.tenant and d.entity_type = e.type and d.entity_id = e.id
       and d.state = 'cancelled' and d.reason in ('cancelled', 'acknowledged')
       and not exists (select from belfry.reminders r where r.bucket = d.bucket and r.id = d.reminder)
       and not exists (
         select from belfry.deliveries o where o.bucket = d.bucket and o.reminder = d.reminder and o.occurrence = d.occurrence
           and o.state not in ('cancelled', 'suppressed', 'expired', 'skipped'))
   ) d
   join belfry.entity_recipients m on m.tenant = e.tenant and m.type = e.type and m.id = e.id and m.recipient = d.recipient
   join belfry.recipients p on p.tenant = e.tenant and p.id = d.recipient
   left join belfry.plans n on n.tenant = e.tenant and n.name = e.plan) as dismissed,
  (select coalesce(json_agg(json_build_object('recipient', r.recipient, 'kind', r.kind, 'occurrence', r.occurrence,
      'untilMs', date_part('epoch', coalesce(r.planned_at, r.due_at)) * 1000, 'zone', p.timezone, 'steps', coalesce(m.steps, e.steps, n.steps))
      order by r.recipient, r.kind), '[]')
   from belfry.reminders r
   join belfry.entity_recipients m on m.tenant = e.tenant and m.type = e.type and m.id = e.id and m.recipient = r.recipient
   join belfry.recipients p on p.tenant = e.tenant and p.id = r.recipient
   left join belfry.plans n on n.tenant = e.tenant and n.name = e.plan
   where r.bucket = k.bucket and r.id between k.first and k.last
     and r.tenant = e.tenant and r.entity_type = e.type and r.entity_id = e.id
     and r.step is not null and r.adjusted = 'snoozed'
     and not exists (
       select from belfry.deliveries o where o.bucket = r.bucket and o.reminder = r.id and o.occurrence = r.occurrence
         and o.state not in ('cancelled', 'suppressed', 'expired', 'skipped'))) as snoozed
from belfry.entities e
cross join lateral (
  select f.first, belfry.last_id(e.tenant, e.type, e.id) as last, belfry.bucket_of(f.first) as bucket
  from (select belfry.first_id(e.tenant, e.type, e.id) as first) f
) k
where e.tenant = $1
order by e.type, e.id
