-- What is still to come and does not follow from an entity's plan: also a step of a plan that has rung and was snoozed.
select r.entity_type, r.entity_id, r.kind, r.recipient, r.occurrence, r.generation, r.timezone, r.floating is true as floating,
  r.critical, r.channels, r.channel_delays, r.fallback, r.title, r.body, r.data, r.repeat, r.adjusted,
  date_part('epoch', r.due_at) * 1000 as due_ms, date_part('epoch', r.planned_at) * 1000 as planned_ms,
  date_part('epoch', r.useful_until) * 1000 as useful_until_ms
from belfry.reminders r
where r.tenant = $1 and (r.step is null or r.adjusted = 'snoozed' and exists (
  select from belfry.deliveries o where o.bucket = r.bucket and o.reminder = r.id and o.occurrence = r.occurrence
    and o.state not in ('cancelled', 'suppressed', 'expired', 'skipped')))
order by r.entity_type, r.entity_id, r.kind, r.recipient
