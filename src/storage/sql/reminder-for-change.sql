-- One reminder, locked, with all that a change of it has to know, also of its recipient, whom the caller has locked.
select r.bucket, r.id, r.entity_type, r.entity_id, r.kind, r.recipient, r.version, r.generation, r.occurrence, r.timezone,
  r.floating is true as floating, r.step, r.repeat, r.adjusted, r.critical, r.channels, r.channel_delays, r.fallback, r.title,
  r.body, r.data, date_part('epoch', r.due_at) * 1000 as due_ms, date_part('epoch', r.useful_until) * 1000 as useful_until_ms,
  date_part('epoch', r.planned_at) * 1000 as planned_ms, date_part('epoch', belfry.now()) * 1000 as now_ms,
  coalesce(p.timezone, 'UTC') as zone, p.quiet_hours
from (
  select r.* from belfry.reminders r where r.bucket = $1 and r.id = $2 and (r.tenant = $3) is true for update
) r
left join lateral (
  select p.timezone, p.quiet_hours from belfry.recipients p where p.tenant = r.tenant and p.id = r.recipient limit 1
) p on true
