-- Why a `schedule` left reminders alone: their occurrence has begun, or there was nothing to change.
select k.id, exists (
  select from belfry.deliveries d
  where d.bucket = k.bucket and d.reminder = k.id
    and d.state not in ('cancelled', 'suppressed', 'expired', 'skipped')
    and d.generation >= k.since and (d.occurrence = k.occurrence or d.channel = 'hand' and d.occurrence = 'once')) as begun
from unnest($1::smallint[], $2::uuid[], $3::text[], $4::integer[]) as k(bucket, id, occurrence, since)
