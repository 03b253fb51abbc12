-- What rings between two moments, in due order, after the cursor ($2, $4).
select r.id, r.entity_type, r.entity_id, r.kind, r.recipient, r.occurrence, r.generation, r.version, r.timezone,
  r.channels, r.critical, r.title, r.body, r.data, date_part('epoch', r.due_at) * 1000 as due_ms,
  date_part('epoch', r.useful_until) * 1000 as useful_until_ms,
  date_part('epoch', r.created_at) * 1000 as created_ms, r.step, r.adjusted, r.repeat,
  date_part('epoch', r.planned_at) * 1000 as planned_ms
from belfry.reminders r
where r.tenant = $1 and r.due_at >= $2::timestamptz and r.due_at < $3::timestamptz
  and ($4::uuid is null or (r.due_at, r.id) > ($2::timestamptz, $4::uuid))
order by r.due_at, r.id
limit $5
