-- Removes one bounded chunk of old ledger rows, found through the BRIN index on `at`. Marks by hand go by their time
-- alone. What the engine wrote also waits until its own nominal time is as old: a reminder sent a year before its event
-- must stand in the way until the event has passed. What is still being decided is never removed. Inbox items, actions,
-- attempts, troubles and lines of a webhook's log go with the row they belong to, a bundle with the last of its members.
--   $1 older than, days   $2 chunk
with cut as materialized (select belfry.now() - $1::float8 * interval '1 day' as at),
old as materialized (
  select d.bucket, d.reminder, d.occurrence_key, d.occurrence, d.generation, d.bundle
  from belfry.deliveries d
  where d.at < (select at from cut) and d.state not in ('pending', 'sending', 'unknown')
    and (d.channel = 'hand' or d.occurrence = 'once'
      or d.occurrence < to_char((select at from cut) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI'))
    and ($3::text is null or d.tenant = $3)
  limit $2::integer
  for update skip locked
),
seen as (
  delete from belfry.inbox i using old o
  where i.bucket = o.bucket and i.reminder = o.reminder and i.occurrence_key = o.occurrence_key
),
acted as (
  delete from belfry.actions a using old o
  where a.bucket = o.bucket and a.reminder = o.reminder and a.occurrence in (o.occurrence, split_part(o.occurrence, '#', 1))
    -- what was done about a later generation is still in force
    and a.generation <= o.generation
),
troubled as (
  delete from belfry.trouble t using old o where t.bucket = o.bucket and t.reminder = o.reminder
),
tried as (
  delete from belfry.attempts a using old o
  where a.bucket = o.bucket and a.reminder = o.reminder and a.occurrence_key = o.occurrence_key
),
logged as (
  delete from belfry.webhook_sends w using old o
  where w.bucket = o.bucket and w.reminder = o.reminder and w.occurrence_key = o.occurrence_key
),
emptied as (
  delete from belfry.bundles b using (select distinct bundle from old where bundle is not null) o
  where b.id = o.bundle and not exists (
    select from unnest(b.buckets, b.reminders, b.occurrence_keys) as m(bucket, reminder, key)
    cross join lateral (
      select from belfry.deliveries d
      where d.bucket = m.bucket and d.reminder = m.reminder and d.occurrence_key = m.key and (d.bundle = b.id) is true limit 1
    ) d
    where (m.bucket, m.reminder, m.key) not in (select bucket, reminder, occurrence_key from old))
),
removed as (
  delete from belfry.deliveries d using old o
  where d.bucket = o.bucket and d.reminder = o.reminder and d.occurrence_key = o.occurrence_key
  returning 1
)
select count(*)::integer as removed from removed
