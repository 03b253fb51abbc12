-- Ends what waits in vain: on a channel that this worker does not serve ($1 are those it does), or behind a channel that
-- never came to an end. Bounded, and asked for every ten minutes.
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
returning d.bucket, d.reminder, d.occurrence_key::text, d.state, d.parked
