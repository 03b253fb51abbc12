-- What was last done to a reminder by hand and how it stood before, with what the ledger says of it last and whose it is: the newest
-- row of each, by their indexes.
--   $1 bucket   $2 id   $3 tenant   $4 recipient
select a.action, a.data -> 'stood' as stood, d.entity_type, d.entity_id, d.kind, d.title, d.body, d.data, d.state, d.reason,
  date_part('epoch', d.created_at) * 1000 as created_ms, p.timezone as zone, p.quiet_hours,
  date_part('epoch', belfry.now()) * 1000 as now_ms
from (
  select p.timezone, p.quiet_hours from belfry.recipients p where p.tenant = $3 and p.id = $4
) p
left join lateral (
  select a.action, a.data from belfry.audit a
  where a.tenant = $3 and a.reminder = $2 and a.action in (
    'cancelled', 'acknowledged', 'skipped', 'snoozed', 'moved', 'changed', 'paused', 'resumed', 'restored')
  order by a.id desc
  limit 1
) a on true
left join lateral (
  select d.* from belfry.deliveries d
  where d.bucket = $1 and d.reminder = $2 and (d.tenant = $3) is true
  order by d.at desc, d.due_at desc, d.generation desc
  limit 1
) d on true
