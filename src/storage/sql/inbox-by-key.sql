-- Items of the inbox, in the order of their keys as given.
--   $1 tenant   $2–$4 keys
select i.id::text as place, i.recipient, i.reminder, i.occurrence_key::text, i.state, i.title, i.body, i.data,
  date_part('epoch', i.at) * 1000 as at_ms, date_part('epoch', i.read_at) * 1000 as read_ms,
  date_part('epoch', i.archived_at) * 1000 as archived_ms, date_part('epoch', i.snoozed_until) * 1000 as snoozed_until_ms,
  date_part('epoch', i.done_at) * 1000 as done_ms,
  d.entity_type, d.entity_id, d.kind, d.occurrence, d.generation, date_part('epoch', d.due_at) * 1000 as due_ms, p.timezone,
  e.anchors
from unnest($2::smallint[], $3::uuid[], $4::bigint[]) with ordinality as k(bucket, reminder, key, n)
cross join lateral (
  select i.* from belfry.inbox i
  where i.bucket = k.bucket and i.reminder = k.reminder and i.occurrence_key = k.key and (i.tenant = $1) is true
  limit 1
) i
cross join lateral (
  select d.* from belfry.deliveries d
  where d.bucket = k.bucket and d.reminder = k.reminder and d.occurrence_key = k.key limit 1
) d
left join lateral (select p.timezone from belfry.recipients p where p.tenant = $1 and p.id = i.recipient limit 1) p on true
left join lateral (
  select e.anchors from belfry.entities e where e.tenant = $1 and e.type = d.entity_type and e.id = d.entity_id limit 1
) e on true
order by k.n
