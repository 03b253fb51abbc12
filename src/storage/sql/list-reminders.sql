-- What is still to come for one recipient, in due order, what waits without a moment last, after the cursor ($3, $4).
select r.id, r.entity_type, r.entity_id, r.kind, r.recipient, r.occurrence, r.generation, r.version, r.timezone,
  r.channels, r.critical, r.title, r.body, r.data, date_part('epoch', r.due_at) * 1000 as due_ms,
  date_part('epoch', r.useful_until) * 1000 as useful_until_ms,
  date_part('epoch', r.created_at) * 1000 as created_ms, r.step, r.adjusted, r.repeat,
  date_part('epoch', r.planned_at) * 1000 as planned_ms
from belfry.reminders r
where r.tenant = $1 and r.recipient = $2 and (r.due_at >= $3::timestamptz or r.due_at is null)
  and ($4::uuid is null or (coalesce(r.due_at, 'infinity'), r.id) > ($3::timestamptz, $4::uuid))
order by r.due_at, r.id
limit $5
