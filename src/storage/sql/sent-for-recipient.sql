-- What was sent to one person, the newest first, after the cursor ($3–$5: time in microseconds since 1970, and key).
-- Rows written together share their time, so the key is part of the order.
select d.reminder, d.occurrence_key::text, d.entity_type, d.entity_id, d.kind, d.recipient, d.occurrence, d.generation,
  d.channel, d.state, d.reason, d.attempt, d.took_ms, d.critical, d.title, d.body, d.data,
  date_part('epoch', d.due_at) * 1000 as due_ms, date_part('epoch', d.at) * 1000 as at_ms,
  null::float8 as pending_ms, date_part('epoch', d.created_at) * 1000 as created_ms,
  (extract(epoch from d.at) * 1000000)::bigint::text as at_us
from belfry.deliveries d
cross join (
  select coalesce('epoch'::timestamptz + $3::float8 * interval '1 microsecond', 'infinity') as at
) c
where d.tenant = $1 and d.recipient = $2 and d.at <= c.at and d.state in ('sending', 'sent', 'unknown')
  and ($4::uuid is null or (d.at, d.reminder, d.occurrence_key) < (c.at, $4::uuid, $5::bigint))
order by d.at desc, d.reminder desc, d.occurrence_key desc
limit $6
