-- One delivery that waited elsewhere, to be taken when its time has come. Where this channel of the occurrence is known here,
-- whatever became of it, nothing is written. The occurrence's first channel has the key of the occurrence, unless a mark of what
-- was sent has it; what a put recorded as past there is taken over.
--   $1 tenant   $2–$7 bucket, id, entity type, entity id, kind, recipient   $8 occurrence   $9 generation   $10 channel
--   $11 the first of its channels   $12 waits until, ms (null: stands by)   $13 due, ms   $14 useful until, ms   $15 planned, ms
--   $16 adjusted   $17 step   $18 delay, ms   $19 critical   $20 fallback   $21 tries   $22 waits to be put together with others
--   $23–$25 title, body, data
with wanted as materialized (
  select case when $11::boolean and not exists (
      select from belfry.deliveries o
      where o.bucket = $2 and o.reminder = $3 and o.occurrence_key = belfry.occurrence_key($8, $9, '')
        and o.state not in ('cancelled', 'suppressed', 'expired', 'skipped'))
    then belfry.occurrence_key($8, $9, '') else belfry.occurrence_key($8, $9, $10) end as key
)
insert into belfry.deliveries as d (
  at, due_at, occurrence_key, pending_at, useful_until, generation, delay_ms, bucket, tries, critical, reminder, tenant,
  entity_type, entity_id, kind, recipient, occurrence, channel, state, fallback, title, body, data, planned_at, adjusted, step, bundle)
select belfry.now(), to_timestamp($13::float8 / 1000), w.key, coalesce(to_timestamp($12::float8 / 1000), 'infinity'),
  to_timestamp($14::float8 / 1000), $9::integer, $18::integer, $2::smallint, $21::smallint, $19::boolean, $3::uuid, $1, $4, $5, $6, $7,
  $8::text, $10::text, 'pending', $20, $23, $24, $25::jsonb, to_timestamp($15::float8 / 1000), $16, $17,
  case when $22::boolean then '00000000-0000-0000-0000-000000000000'::uuid end
from wanted w
where not exists (
  select from belfry.deliveries o
  where o.bucket = $2 and o.reminder = $3 and o.occurrence = $8 and o.generation = $9 and o.channel = $10)
on conflict (bucket, reminder, occurrence_key) do update set
  at = excluded.at, due_at = excluded.due_at, pending_at = excluded.pending_at, useful_until = excluded.useful_until,
  delay_ms = excluded.delay_ms, tries = excluded.tries, lost = 0, stopped = false, attention_at = null, took_ms = null,
  critical = excluded.critical, parked = false, repeatable = false, channel = excluded.channel, state = 'pending', reason = null,
  fallback = excluded.fallback, title = excluded.title, body = excluded.body, data = excluded.data,
  planned_at = excluded.planned_at, adjusted = excluded.adjusted, step = excluded.step, bundle = excluded.bundle
where d.state in ('cancelled', 'suppressed', 'expired', 'skipped')
returning d.reminder
