-- Whoever was sending when the state of this database was taken has sent, or not: nobody can know. Their leases go with them.
with instant as materialized (select belfry.now() as now),
gone as (
  delete from belfry.claims returning buckets, reminders, occurrence_keys, attempts
),
keys as materialized (
  select k.bucket, k.reminder, k.key, k.attempt
  from gone g
  cross join lateral unnest(g.buckets, g.reminders, g.occurrence_keys, g.attempts) as k(bucket, reminder, key, attempt)
  order by k.bucket, k.reminder, k.key
)
update belfry.deliveries d set state = 'unknown', reason = 'restored', attention_at = i.now, lost = least(d.lost + 1, 32767)
from keys k cross join instant i
where d.bucket = k.bucket and d.reminder = k.reminder and d.occurrence_key = k.key and d.attempt = k.attempt
  and d.state = 'sending'
returning d.bucket, d.reminder, d.occurrence_key::text, d.parked, date_part('epoch', d.at) * 1000 as at_ms
