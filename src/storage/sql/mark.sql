-- Marks occurrences as sent by hand: whoever inserts the occurrence's key first has it. Answers the keys that were free.
-- Without an occurrence, the mark stands for what the reminder's row would ring next, else for the moment of an entity that
-- Belfry knows, else for `once`; then anything that was sent (or is being sent) of that moment, or by `once`, stands in the way. With one, only that occurrence does, in any generation:
-- what rang and was snoozed was sent.
-- A row that was never sent is taken over as if it were new. It must not keep how its channel was to be retried: a worker
-- knows no channel `hand`.
--   $1 tenant   $2–$7 bucket, id, entity type, entity id, kind, recipient   $8 occurrence or null   $9 state ('sent' or
--   'sending'). A reminder without an occurrence appears once, and so does each occurrence (ledger.ts sees to it).
with wanted as materialized (
  select u.*, coalesce(u.given, r.occurrence, e.nominal, 'once') as occurrence, coalesce(r.generation, 1) as generation
  from unnest($2::smallint[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[])
    as u(bucket, id, entity_type, entity_id, kind, recipient, given)
  left join belfry.reminders r on r.bucket = u.bucket and r.id = u.id
  left join lateral (
    select e.anchors #>> '{start,nominal}' as nominal from belfry.entities e
    where e.tenant = $1 and e.type = u.entity_type and e.id = u.entity_id and e.status = 'active' limit 1
  ) e on true
),
marked as (
  insert into belfry.deliveries as d (
    at, due_at, occurrence_key, generation, attempt, bucket, reminder, tenant, entity_type, entity_id, kind, recipient,
    occurrence, channel, state)
  select belfry.now(), belfry.now(), belfry.occurrence_key(w.occurrence, w.generation, '') as key, w.generation, 1, w.bucket,
    w.id, $1, w.entity_type, w.entity_id, w.kind, w.recipient, w.occurrence, 'hand', $9
  from wanted w
  where not exists (
    select from belfry.deliveries o
    where o.bucket = w.bucket and o.reminder = w.id
      and o.state not in ('cancelled', 'suppressed', 'expired', 'skipped')
      and case when w.given is not null then o.occurrence = w.given
        else w.occurrence = 'once' or o.occurrence in (w.occurrence, 'once') end
    -- a look-up each, for the reason that schedule-new.sql gives
    offset 0)
  order by w.bucket, w.id, key
  on conflict (bucket, reminder, occurrence_key) do update set
    at = excluded.at, due_at = excluded.due_at, attempt = d.attempt + 1, channel = 'hand', state = excluded.state,
    reason = null, took_ms = null, stopped = false, critical = false, repeatable = false, parked = false, fallback = null,
    useful_until = null, tries = 0, lost = 0
  where d.state in ('cancelled', 'suppressed', 'expired', 'skipped')
  returning reminder, occurrence_key::text, occurrence, attempt, tenant, channel, state, occurrence_key as key
),
told as (
  insert into belfry.events (at, tenant, type, channel, reason, count, reminders, occurrence_keys)
  select belfry.now(), t.tenant, 'delivery.sent', t.channel, null, count(*), array_agg(t.reminder), array_agg(t.key)
  from marked t where t.state = 'sent'
  group by t.tenant, t.channel
)
select reminder, occurrence_key, occurrence, attempt from marked
