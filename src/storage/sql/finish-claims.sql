-- Removes claims that cover nothing any more; one that still does is looked at again in five seconds.
with covered as materialized (
  select c.bucket, c.id, exists (
    select from unnest(c.buckets, c.reminders, c.occurrence_keys, c.attempts) as k(bucket, reminder, key, attempt)
    join belfry.deliveries d
      on d.bucket = k.bucket and d.reminder = k.reminder and d.occurrence_key = k.key
      and d.attempt = k.attempt and d.state = 'sending') as still
  from unnest($1::smallint[], $2::bigint[]) as f(bucket, id)
  join belfry.claims c on c.bucket = f.bucket and c.id = f.id
),
later as (
  update belfry.claims c set expires_at = clock_timestamp() + interval '5 s'
  from covered v where v.still and c.bucket = v.bucket and c.id = v.id
)
delete from belfry.claims c using covered v where not v.still and c.bucket = v.bucket and c.id = v.id
