-- Frees a mark by hand whose send definitely failed: the occurrence can be sent (or marked) again.
with released as (
  update belfry.deliveries set state = 'cancelled', reason = 'released', at = belfry.now(), attention_at = null
  where bucket = $1 and reminder = $2 and tenant = $3 and channel = 'hand' and state in ('sent', 'failed', 'unknown')
    and occurrence = coalesce($4, occurrence)
    and (bucket, reminder, occurrence_key) in (
      select l.bucket, l.reminder, l.occurrence_key from belfry.deliveries l
      where l.bucket = $1 and l.reminder = $2 and l.channel = 'hand' and l.state in ('sent', 'failed', 'unknown')
        and ($4::text is null or l.occurrence = $4)
      order by l.at desc limit 1)
  returning tenant, reminder, occurrence_key, channel, state, reason
),
told as (
  insert into belfry.events (at, tenant, type, channel, reason, count, reminders, occurrence_keys)
  select belfry.now(), t.tenant, 'delivery.' || t.state, t.channel, t.reason, count(*), array_agg(t.reminder), array_agg(t.occurrence_key)
  from released t
  group by t.tenant, t.state, t.channel, t.reason
)
select reminder from released
