select d.reminder, d.occurrence_key::text, d.entity_type, d.entity_id, d.kind, d.recipient, d.occurrence, d.generation,
  d.channel, d.state, d.reason, d.attempt, d.took_ms, d.critical, d.title, d.body, d.data,
  (extract(epoch from d.due_at) * 1000)::float8 as due_ms, (extract(epoch from d.at) * 1000)::float8 as at_ms,
  null::float8 as pending_ms, (extract(epoch from d.created_at) * 1000)::float8 as created_ms
from belfry.deliveries d
where d.tenant = $1 and d.recipient = $2 and d.at < $3::timestamptz and d.state in ('sending', 'sent', 'unknown')
order by d.at desc
limit $4
