-- Reminders of one recipient become those of another, who may have the same already: then nothing is written, and the other's counts. The
-- caller has locked them, and ends those that come back. Others stay: steps of plans, alarms, and what has rung and waits for
-- Done, a result or another ring, because the message that rang acts on the reminder that it is of. Moments stay as they were said:
-- what floats with a zone is tied to it where the other has another one.
--   $1 tenant   $2 to whom   $3 zone to tie to, or null   $4 version of the time-zone database   $5, $6, $7 reminders, and their new ids
with movable as materialized (
  select r.*, k.to_id
  from unnest($5::smallint[], $6::uuid[], $7::uuid[]) as k(bucket, id, to_id)
  join belfry.reminders r on r.bucket = k.bucket and r.id = k.id
  where (r.tenant = $1) is true and r.step is null
    and (r.repeat is null or not r.repeat ? 'alarm' and not r.repeat -> 'state' ? 'main')
    and (r.due_at is not null or r.repeat -> 'state' ? 'paused')
    and not exists (
      select from belfry.deliveries d
      where d.bucket = r.bucket and d.reminder = r.id and d.state not in ('cancelled', 'suppressed', 'expired', 'skipped')
        and split_part(d.occurrence, '#', 1) = split_part(r.occurrence, '#', 1)
      offset 0)
),
written as (
  insert into belfry.reminders (
    bucket, id, tenant, entity_type, entity_id, kind, recipient, due_at, useful_until, created_at, occurrence, occurrence_key,
    generation, timezone, tz_version, channels, channel_delays, fallback, critical, title, body, data, floating,
    planned_at, adjusted, repeat)
  select m.bucket, m.to_id, m.tenant, m.entity_type, m.entity_id, m.kind, $2, m.due_at, m.useful_until, m.created_at, m.occurrence,
    m.occurrence_key, m.generation, case when m.floating then coalesce($3, m.timezone) else m.timezone end,
    case when m.floating and $3 is not null then $4 else m.tz_version end, m.channels,
    m.channel_delays, m.fallback, m.critical, m.title, m.body, m.data, case when $3::text is null then m.floating end,
    m.planned_at, m.adjusted, m.repeat
  from movable m
  where not exists (
    select from belfry.deliveries d
    where d.bucket = m.bucket and d.reminder = m.to_id and d.state not in ('cancelled', 'suppressed', 'expired', 'skipped')
      and d.occurrence = m.occurrence
    offset 0)
  order by m.bucket, m.to_id
  on conflict (bucket, id) do nothing
  returning id
),
told as (
  insert into belfry.events (at, tenant, type, count, reminders)
  select belfry.now(), $1, 'reminder.scheduled', count(*), array_agg(w.id) from written w having count(*) > 0
)
select bucket, id from movable
