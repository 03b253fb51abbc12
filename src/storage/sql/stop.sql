-- Cancel, move, acknowledge and erasure reach what has already fired: what waits is cancelled, what is in flight (or
-- unknown) is marked, and the concluding step turns any continuation of a marked one into `cancelled: stopped`.
-- The caller has locked the reminders in an earlier statement: rows that a fire was just writing are visible to this
-- one, and would not be to the statement that locked.
--   $1, $2 reminders   $3, $4 the occurrence that goes on, if any   $5 reason
update belfry.deliveries d set
  state = case when d.state = 'pending' then 'cancelled' else d.state end,
  reason = case when d.state = 'pending' then $5 else d.reason end,
  pending_at = null,
  stopped = d.state <> 'pending'
from unnest($1::smallint[], $2::uuid[], $3::text[], $4::integer[]) as k(bucket, reminder, occurrence, generation)
where d.bucket = k.bucket and d.reminder = k.reminder and d.state in ('pending', 'sending', 'unknown')
  and (k.occurrence is null or d.occurrence <> k.occurrence or d.generation <> k.generation)
returning d.bucket, d.reminder, d.occurrence_key::text, d.occurrence, d.channel, d.state
