-- How a reminder stood when it was last cancelled or marked as done, and what the ledger says of it: the newest row of each, by
-- their indexes.
--   $1 bucket   $2 id   $3 tenant
select a.data -> 'stood' as stood, d.entity_type, d.entity_id, d.kind, d.recipient, d.title, d.body, d.data,
  date_part('epoch', belfry.now()) * 1000 as now_ms
from (
  select d.* from belfry.deliveries d
  where d.bucket = $1 and d.reminder = $2 and (d.tenant = $3) is true
  order by d.at desc, d.generation desc
  limit 1
) d
cross join lateral (
  select a.data from belfry.audit a
  where a.tenant = $3 and a.reminder = $2 and a.action in ('cancelled', 'acknowledged')
  order by a.id desc
  limit 1
) a
-- Whatever became of it afterwards has the last word.
where d.state = 'cancelled' and d.reason in ('cancelled', 'acknowledged')
