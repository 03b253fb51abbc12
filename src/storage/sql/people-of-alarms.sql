-- Whose alarms these reminders are, and what spacing needs to know of them.   $1, $2 reminders
select r.id, r.tenant, r.recipient, r.entity_id as page_id, coalesce(p.timezone, 'UTC') as timezone, p.quiet_hours,
  date_part('epoch', belfry.now()) * 1000 as now_ms
from unnest($1::smallint[], $2::uuid[]) as k(bucket, id)
cross join lateral (
  select r.id, r.tenant, r.recipient, r.entity_id from belfry.reminders r where r.bucket = k.bucket and r.id = k.id limit 1
) r
left join lateral (
  select p.timezone, p.quiet_hours from belfry.recipients p where p.tenant = r.tenant and p.id = r.recipient limit 1
) p on true
