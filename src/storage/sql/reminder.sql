select r.bucket, r.id, r.tenant, r.entity_type, r.entity_id, r.kind, r.recipient, r.occurrence, r.generation, r.version,
  r.timezone, r.floating, r.tz_version, r.channels, r.channel_delays, r.fallback, r.critical, r.title, r.body, r.data,
  date_part('epoch', r.due_at) * 1000 as due_ms,
  date_part('epoch', r.useful_until) * 1000 as useful_until_ms,
  date_part('epoch', r.created_at) * 1000 as created_ms, r.step, r.adjusted, r.repeat,
  date_part('epoch', r.planned_at) * 1000 as planned_ms, p.timezone as recipient_timezone,
  p.channels as recipient_channels, p.fallback as recipient_fallback
from belfry.reminders r
left join lateral (
  select p.timezone, p.channels, p.fallback from belfry.recipients p where p.tenant = r.tenant and p.id = r.recipient limit 1
) p on true
where r.bucket = $1 and r.id = $2 and r.tenant = $3
