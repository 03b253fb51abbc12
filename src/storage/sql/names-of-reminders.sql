-- Whom and what reminders are about: from their rows, or (gone) from the ledger.
--   $1 tenant   $2, $3 reminders
select k.id, n.entity_type, n.entity_id, n.recipient
from unnest($2::smallint[], $3::uuid[]) as k(bucket, id)
cross join lateral (
  (select r.entity_type, r.entity_id, r.recipient from belfry.reminders r
   where r.bucket = k.bucket and r.id = k.id and (r.tenant = $1) is true limit 1)
  union all
  (select d.entity_type, d.entity_id, d.recipient from belfry.deliveries d
   where d.bucket = k.bucket and d.reminder = k.id and (d.tenant = $1) is true limit 1)
  limit 1
) n
