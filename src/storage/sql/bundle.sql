-- The deliveries that went in the message of this id, or may have: not those that were cancelled, snoozed or too late before it was
-- sent, and not those that are no longer kept. In due order.
select d.reminder, d.occurrence_key::text
from belfry.bundles b
cross join lateral unnest(b.buckets, b.reminders, b.occurrence_keys) as m(bucket, reminder, key)
cross join lateral (
  select d.reminder, d.occurrence_key, d.due_at from belfry.deliveries d
  where d.bucket = m.bucket and d.reminder = m.reminder and d.occurrence_key = m.key
    and (d.bundle = b.id and d.attempt > 0
      and (d.state in ('sending', 'sent', 'unknown', 'quarantined') or d.lost > 0 or d.reason = 'demo_mode')) is true
  limit 1
) d
where b.id = $1 and b.tenant = $2
order by d.due_at, d.reminder
