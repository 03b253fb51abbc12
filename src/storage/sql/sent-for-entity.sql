-- What was sent for an entity: a range of the primary key, because an entity's reminders are neighbours there. Comes in
-- chunks: $2 and $8 are the last row of the chunk before.
select d.reminder, d.occurrence_key::text, d.entity_type, d.entity_id, d.kind, d.recipient, d.occurrence, d.generation,
  d.channel, d.state, d.reason, d.attempt, d.took_ms, d.critical, d.title, d.body, d.data,
  date_part('epoch', d.due_at) * 1000 as due_ms, date_part('epoch', d.at) * 1000 as at_ms,
  null::float8 as pending_ms, date_part('epoch', d.created_at) * 1000 as created_ms
from belfry.deliveries d
where d.bucket = $1 and d.reminder between $2::uuid and $3::uuid
  and ($8::bigint is null or d.reminder > $2::uuid or d.occurrence_key > $8::bigint)
  and d.tenant = $4 and d.entity_type = $5 and d.entity_id = $6 and d.state in ('sending', 'sent', 'unknown')
order by d.reminder, d.occurrence_key
limit $7
