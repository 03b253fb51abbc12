-- What is still to come and may not follow from an entity's plan. Of the steps of plans those whose moment may have passed: put
-- off by quiet hours, snoozed, or late. `begun`: it has rung, and was snoozed. What a pause of the recipient has put off is told as if it
-- had not: whoever takes it in puts it off again.
select r.entity_type, r.entity_id, r.kind, r.recipient, r.occurrence, r.generation, r.timezone, r.floating is true as floating,
  r.critical, r.channels, r.channel_delays, r.fallback, r.title, r.body, r.data, r.repeat, nullif(r.adjusted, 'paused') as adjusted, r.step,
  date_part('epoch', case when x.put_off then r.planned_at else r.due_at end) * 1000 as due_ms,
  date_part('epoch', case when not x.put_off then r.planned_at end) * 1000 as planned_ms,
  date_part('epoch', r.useful_until) * 1000 as useful_until_ms, coalesce(p.timezone, 'UTC') as zone,
  date_part('epoch', belfry.now()) * 1000 as now_ms,
  r.step is not null and exists (
    select from belfry.deliveries o where o.bucket = r.bucket and o.reminder = r.id and o.occurrence = r.occurrence
      and o.state not in ('cancelled', 'suppressed', 'expired', 'skipped')) as begun
from belfry.reminders r
cross join lateral (
  select (r.adjusted in ('paused', 'snoozed') and r.planned_at is not null) is true as put_off
) x
left join belfry.recipients p on p.tenant = r.tenant and p.id = r.recipient
where r.tenant = $1 and (r.step is null or r.adjusted is not null or r.due_at <= belfry.now())
order by r.entity_type, r.entity_id, r.kind, r.recipient
