-- Takes back deliveries that the same transaction has just written: further channels of an occurrence that turned out
-- to have begun before.
with seen as (
  delete from belfry.inbox i using unnest($1::smallint[], $2::uuid[], $3::bigint[]) as k(bucket, reminder, key)
  where i.bucket = k.bucket and i.reminder = k.reminder and i.occurrence_key = k.key
)
delete from belfry.deliveries d using unnest($1::smallint[], $2::uuid[], $3::bigint[]) as k(bucket, reminder, key)
where d.bucket = k.bucket and d.reminder = k.reminder and d.occurrence_key = k.key
