-- The next chunk of reminders whose moments were resolved with an older time-zone database, locked in key order, with what
-- planning needs to know of their recipients. One that somebody holds is left for the next time.
select r.bucket, r.id, r.tenant, r.recipient, r.entity_type as "entityType", r.entity_id as "entityId", r.occurrence,
  r.timezone, r.floating is true as floating, r.step, date_part('epoch', r.due_at) * 1000 as "dueMs",
  date_part('epoch', r.useful_until) * 1000 as "usefulUntilMs", date_part('epoch', r.planned_at) * 1000 as "plannedMs",
  r.adjusted, r.repeat, r.generation, r.critical, coalesce(p.timezone, 'UTC') as zone, p.quiet_hours as "quietHours"
from (
  select r.* from belfry.reminders r
  where r.tz_version is not null and r.tz_version < $1
  order by r.tz_version
  limit $2::integer
  for update skip locked
) r
left join lateral (
  select p.timezone, p.quiet_hours from belfry.recipients p where p.tenant = r.tenant and p.id = r.recipient limit 1
) p on true
order by r.bucket, r.id
