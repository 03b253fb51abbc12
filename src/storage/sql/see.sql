-- Seen on one channel: what waits of that occurrence on the others is cancelled, what is in flight (or unknown) is marked, and its
-- item in the inbox is read. Other occurrences of the reminder are left alone. The caller has locked the series among the reminders.
-- A retry after an outcome that nobody knows (lost > 0) may have been sent: it is unknown, not cancelled.
--   $1, $2 reminders   $3, $4 occurrence and generation of each   $5 reason   $6 tenant
with instant as materialized (select belfry.now() as now),
seen as materialized (
  select * from unnest($1::smallint[], $2::uuid[], $3::text[], $4::integer[]) as k(bucket, reminder, occurrence, generation)
),
stopped as (
  update belfry.deliveries d set
    state = case when d.state <> 'pending' then d.state when d.lost > 0 then 'unknown' else 'cancelled' end,
    reason = case when d.state <> 'pending' then d.reason when d.lost > 0 then 'outcome_unknown' else $5 end,
    attention_at = case when d.state = 'pending' and d.lost > 0 then (select now from instant) else d.attention_at end,
    pending_at = null,
    stopped = d.state <> 'pending' or d.lost > 0
  from seen k
  where d.bucket = k.bucket and d.reminder = k.reminder and d.state in ('pending', 'sending', 'unknown') and (d.tenant = $6) is true
    and d.occurrence = k.occurrence and d.generation = k.generation and d.channel <> 'hand'
  returning d.tenant, d.bucket, d.reminder, d.occurrence_key, d.channel, d.state, d.reason, d.parked, d.attention_at
),
opened as (
  update belfry.inbox i set read_at = (select now from instant)
  from seen k
  cross join lateral (
    select d.occurrence_key from belfry.deliveries d
    where d.bucket = k.bucket and d.reminder = k.reminder and d.occurrence = k.occurrence and d.generation = k.generation
      and (d.channel = 'in_app') is true and d.attempt > 0
    limit 1
  ) d
  where i.bucket = k.bucket and i.reminder = k.reminder and i.occurrence_key = d.occurrence_key and (i.tenant = $6) is true
    and i.read_at is null
),
told as (
  insert into belfry.events (at, tenant, type, channel, reason, count, reminders, occurrence_keys)
  select (select now from instant), t.tenant, 'delivery.' || t.state, t.channel, t.reason, count(*), array_agg(t.reminder), array_agg(t.occurrence_key)
  from stopped t where t.state = 'cancelled' or t.state = 'unknown' and t.attention_at = (select now from instant)
  group by t.tenant, t.state, t.channel, t.reason
)
select bucket, reminder, occurrence_key::text, channel, state, parked from stopped
