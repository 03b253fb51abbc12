-- Fallbacks behind channels that came to an end: due now, not needed, as late as they, or stopped with them.
update belfry.deliveries f set
  state = k.state,
  pending_at = case when k.state = 'pending' then belfry.now() end,
  reason = case k.state when 'skipped' then 'not_needed' when 'expired' then 'too_late' when 'cancelled' then 'stopped' end
from unnest($1::smallint[], $2::uuid[], $3::bigint[], $4::text[]) as k(bucket, reminder, key, state)
where f.bucket = k.bucket and f.reminder = k.reminder and f.occurrence_key = k.key and f.pending_at = 'infinity'
