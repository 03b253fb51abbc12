-- Ends what waits in vain: on a channel that this worker does not serve ($1 are those it does), or behind a channel that
-- never came to an end. Bounded, and asked for every ten minutes.
with expired as (
  update belfry.deliveries d set
    state = case when d.lost > 0 then 'unknown' else 'expired' end,
    reason = case when d.lost > 0 then 'outcome_unknown' else 'too_late' end,
    attention_at = case when d.lost > 0 then belfry.now() end,
    pending_at = null
  from (
    select bucket, reminder, occurrence_key from belfry.deliveries
    where pending_at is not null and useful_until < belfry.now()
      and (channel <> all ($1::text[]) or pending_at = 'infinity')
    limit 1000
    for update skip locked
  ) w
  where d.bucket = w.bucket and d.reminder = w.reminder and d.occurrence_key = w.occurrence_key
  returning d.bucket, d.reminder, d.occurrence_key, d.state, d.parked, d.tenant, d.channel, d.reason
),
told as (
  insert into belfry.events (at, tenant, type, channel, reason, count, reminders, occurrence_keys)
  select belfry.now(), t.tenant, 'delivery.' || t.state, t.channel, t.reason, count(*), array_agg(t.reminder), array_agg(t.occurrence_key)
  from expired t
  group by t.tenant, t.state, t.channel, t.reason
)
select bucket, reminder, occurrence_key::text, state, parked from expired
