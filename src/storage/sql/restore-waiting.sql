-- What was waiting and would have been taken by now may have been sent. What stands by for a channel that fails (infinity)
-- goes on standing by: behind a delivery whose outcome is unknown it is for a person to decide.   $1 how many
with instant as materialized (select belfry.now() as now)
update belfry.deliveries d set
  state = 'unknown', reason = 'restored', pending_at = null, attention_at = i.now, attempt = greatest(d.attempt, 1),
  lost = least(d.lost + 1, 32767)
from (
  select bucket, reminder, occurrence_key from belfry.deliveries
  where pending_at is not null and pending_at <= (select now from instant)
  order by bucket, reminder, occurrence_key
  limit $1
  for update
) w
cross join instant i
where d.bucket = w.bucket and d.reminder = w.reminder and d.occurrence_key = w.occurrence_key
returning d.bucket, d.reminder, d.occurrence_key::text, d.parked, date_part('epoch', d.due_at) * 1000 as at_ms
