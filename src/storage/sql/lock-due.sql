-- Reminders that are due, locked, and what is needed to move those on that repeat.   $1 how many
select r.bucket, r.id, date_part('epoch', r.due_at) * 1000 as due_ms, date_part('epoch', r.now) * 1000 as now_ms,
  case when r.repeat is not null then json_build_object(
    'repeat', r.repeat, 'occurrence', r.occurrence, 'timezone', r.timezone, 'floating', r.floating is true, 'step', r.step,
    'generation', r.generation, 'critical', r.critical, 'tenant', r.tenant, 'recipient', r.recipient, 'entityId', r.entity_id)
  end as series
from (
  select r.*, i.now from (select belfry.now() as now) i
  cross join lateral (
    select * from belfry.reminders r where r.due_at <= i.now order by r.due_at limit $1 for update
  ) r
) r
order by r.bucket, r.id
