-- What Belfry knows of reminders that are about to be imported, in the order they were asked about. What an import itself
-- records of a moment that is over (skipped as past, failed there) does not count as heard of: another moment of the same
-- reminder may still be ahead.
--   $1 tenant   $2–$4 bucket, id, occurrence
select exists (
    select from belfry.reminders r where r.bucket = k.bucket and r.id = k.id and (r.tenant = $1) is true) as scheduled,
  coalesce(d.sent_once, false) as "sentOnce", coalesce(d.sent_here, false) as "sentHere", coalesce(d.here, false) as here,
  coalesce(d.heard, false) as heard
from unnest($2::smallint[], $3::uuid[], $4::text[]) with ordinality as k(bucket, id, occurrence, n)
cross join lateral (
  select bool_or(d.occurrence = 'once' and d.state not in ('cancelled', 'suppressed', 'expired', 'skipped')) as sent_once,
    bool_or(d.occurrence = k.occurrence and d.state not in ('cancelled', 'suppressed', 'expired', 'skipped')) as sent_here,
    bool_or(d.occurrence = k.occurrence) as here,
    bool_or(d.reason is distinct from 'skipped_past' and (d.channel <> 'hand' or d.state <> 'failed')) as heard
  from belfry.deliveries d
  where d.bucket = k.bucket and d.reminder = k.id and (d.tenant = $1) is true
) d
order by k.n
