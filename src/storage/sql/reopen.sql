-- A fired occurrence met a row of its own: the row is opened again if its send never began. (Cancelled and wanted again,
-- moved from 10 to 11 and back to 10.) It goes the way of everything that waits: `pending`, taken at once. A row may
-- change its channel here, but only to one on which this occurrence has not begun. It was left out of the message that it was a
-- part of; late ones are put together anew ($14).
update belfry.deliveries d set
  state = 'pending', reason = null, stopped = false, attention_at = null,
  pending_at = case when r.delay_ms < 0 then 'infinity' else belfry.now() + r.delay_ms * interval '1 ms' end,
  delay_ms = nullif(r.delay_ms, 0), at = belfry.now(), due_at = r.due_at, useful_until = r.useful_until, tries = 0, lost = 0,
  bundle = r.bundle, channel = r.channel, parked = r.parked, critical = r.critical, fallback = r.fallback, title = r.title, body = r.body, data = r.data
from (
  select u.bucket, u.reminder, u.key, u.channel, u.parked, u.delay_ms, u.critical, u.fallback, u.title, u.body, u.data, u.bundle,
    to_timestamp(u.due_ms / 1000) as due_at, to_timestamp(u.useful_until_ms / 1000) as useful_until
  from unnest($1::smallint[], $2::uuid[], $3::bigint[], $4::text[], $5::integer[], $6::boolean[], $7::text[],
    $8::text[], $9::text[], $10::jsonb[], $11::float8[], $12::float8[], $13::boolean[], $14::uuid[])
    as u(bucket, reminder, key, channel, delay_ms, critical, fallback, title, body, data, due_ms, useful_until_ms, parked, bundle)
) r
where d.bucket = r.bucket and d.reminder = r.reminder and d.occurrence_key = r.key
  and d.state in ('cancelled', 'suppressed', 'expired', 'skipped')
  and not exists (
    select from belfry.deliveries o
    where o.bucket = d.bucket and o.reminder = d.reminder and o.occurrence = d.occurrence and o.generation = d.generation
      and o.channel = r.channel and o.occurrence_key <> d.occurrence_key
      and o.state not in ('cancelled', 'suppressed', 'expired', 'skipped'))
returning d.bucket, d.reminder, d.occurrence_key::text
