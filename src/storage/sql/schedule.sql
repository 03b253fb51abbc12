-- Writes reminders as an upsert by identity, in key order. Rows that would not change are left alone, and so is an
-- occurrence whose send has begun (in this generation or an earlier one, unless it is wanted again) or that was marked by
-- hand: neither comes back in the answer. The caller has locked the rows that are there, so what they fired is visible.
with instant as materialized (select belfry.now() as now),
written as (
  insert into belfry.reminders as r (
    bucket, id, tenant, entity_type, entity_id, kind, recipient, due_at, useful_until, created_at, occurrence,
    occurrence_key, generation, timezone, tz_version, channels, channel_delays, fallback, critical, title, body, data,
    step, floating, planned_at, adjusted, repeat)
  select u.bucket, u.id, $1, u.entity_type, u.entity_id, u.kind, u.recipient, to_timestamp(u.due_ms / 1000),
    to_timestamp(u.useful_until_ms / 1000), coalesce(to_timestamp(u.created_ms / 1000), (select now from instant)),
    u.occurrence, u.occurrence_key, u.generation, u.timezone,
    -- whatever depends on a calendar: also a step counted in days, and what quiet hours moved
    case when u.timezone is not null or u.floating or u.step is not null or u.adjusted is not null then $2 end,
    string_to_array(u.channels, ','),
    string_to_array(u.delays, ',')::integer[], u.fallback, u.critical, u.title, u.body, u.data,
    u.step, u.floating, to_timestamp(u.planned_ms / 1000), u.adjusted, u.repeat
  from unnest($3::smallint[], $4::uuid[], $5::text[], $6::text[], $7::text[], $8::text[], $9::float8[], $10::float8[],
    $11::text[], $12::bigint[], $13::integer[], $14::text[], $15::text[], $16::text[], $17::text[], $18::boolean[],
    $19::text[], $20::text[], $21::jsonb[], $22::integer[], $23::text[], $24::boolean[], $25::float8[], $26::text[], $27::jsonb[],
    $28::float8[])
    as u(bucket, id, entity_type, entity_id, kind, recipient, due_ms, useful_until_ms, occurrence, occurrence_key,
      generation, timezone, channels, delays, fallback, critical, title, body, data, since, step, floating, planned_ms,
      adjusted, repeat, created_ms)
  where not exists (
    select from belfry.deliveries d
    where d.bucket = u.bucket and d.reminder = u.id
      and d.state not in ('cancelled', 'suppressed', 'expired', 'skipped')
      and d.generation >= u.since and (d.occurrence = u.occurrence or d.channel = 'hand' and d.occurrence = 'once')
    -- a look-up each, for the reason that schedule-new.sql gives
    offset 0)
  order by u.bucket, u.id
  on conflict (bucket, id) do update set
    due_at = excluded.due_at, useful_until = excluded.useful_until, occurrence = excluded.occurrence,
    generation = excluded.generation, occurrence_key = excluded.occurrence_key,
    timezone = excluded.timezone, tz_version = excluded.tz_version, channels = excluded.channels,
    channel_delays = excluded.channel_delays, fallback = excluded.fallback, critical = excluded.critical,
    title = excluded.title, body = excluded.body, data = excluded.data, version = r.version + 1,
    step = excluded.step, floating = excluded.floating, planned_at = excluded.planned_at, adjusted = excluded.adjusted,
    repeat = excluded.repeat
  where (r.due_at, r.useful_until, r.occurrence, r.timezone, r.channels, r.channel_delays, r.fallback, r.critical, r.title,
      r.body, r.data, r.step, r.floating, r.adjusted, r.repeat)
    is distinct from (excluded.due_at, excluded.useful_until, excluded.occurrence, excluded.timezone, excluded.channels,
      excluded.channel_delays, excluded.fallback, excluded.critical, excluded.title, excluded.body, excluded.data,
      excluded.step, excluded.floating, excluded.adjusted, excluded.repeat)
    or excluded.generation <> r.generation
  returning r.id, r.version, r.generation
),
told as (
  insert into belfry.events (at, tenant, type, count, reminders)
  select (select now from instant), $1, 'reminder.scheduled', count(*), array_agg(w.id) from written w where w.version = 1 having count(*) > 0
)
select id, version, generation from written
