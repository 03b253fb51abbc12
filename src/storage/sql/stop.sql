-- Cancel, move, acknowledge and erasure reach what has already fired: what waits is cancelled, what is in flight (or
-- unknown) is marked, and the concluding step turns any continuation of a marked one into `cancelled: stopped`.
-- The caller has locked the reminders in an earlier statement: rows that a fire was just writing are visible to this
-- one, and would not be to the statement that locked.
-- A retry after an outcome that nobody knows (lost > 0) may have been sent: it is unknown, not cancelled.
--   $1, $2 reminders   $3, $4 the occurrence that goes on, if any   $5 reason
with instant as materialized (select belfry.now() as now),
stopped as (
  update belfry.deliveries d set
    state = case when d.state <> 'pending' then d.state when d.lost > 0 then 'unknown' else 'cancelled' end,
    reason = case when d.state <> 'pending' then d.reason when d.lost > 0 then 'outcome_unknown' else $5 end,
    attention_at = case when d.state = 'pending' and d.lost > 0 then (select now from instant) else d.attention_at end,
    pending_at = null,
    stopped = d.state <> 'pending' or d.lost > 0
  from unnest($1::smallint[], $2::uuid[], $3::text[], $4::integer[]) as k(bucket, reminder, occurrence, generation)
  where d.bucket = k.bucket and d.reminder = k.reminder and d.state in ('pending', 'sending', 'unknown')
    and (k.occurrence is null or d.occurrence <> k.occurrence or d.generation <> k.generation)
  returning d.tenant, d.bucket, d.reminder, d.occurrence_key, d.occurrence, d.channel, d.state, d.reason, d.attention_at
),
-- What was snoozed does not come back by itself: moved, cancelled, done. (Snooze has its own word to say afterwards.)
unsnoozed as (
  update belfry.inbox i set archived_at = (select now from instant), snoozed_until = null
  from unnest($1::smallint[], $2::uuid[]) as k(bucket, reminder)
  where i.bucket = k.bucket and i.reminder = k.reminder and i.snoozed_until is not null
),
told as (
  insert into belfry.events (at, tenant, type, channel, reason, count, reminders, occurrence_keys)
  select (select now from instant), t.tenant, 'delivery.' || t.state, t.channel, t.reason, count(*), array_agg(t.reminder), array_agg(t.occurrence_key)
  from stopped t where t.state = 'cancelled' or t.state = 'unknown' and t.attention_at = (select now from instant)
  group by t.tenant, t.state, t.channel, t.reason
)
select bucket, reminder, occurrence_key::text, occurrence, channel, state from stopped
