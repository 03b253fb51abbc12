-- Writes reminders that nobody has ever heard of, in one statement and without a transaction around it. A snapshot sees
-- either a reminder's row or, once it was fired, its deliveries, because a fire exchanges the one for the other in one
-- commit. So what has neither is new: there is nothing to lock, nothing to stop, nothing in the way. Everything else is
-- left alone, not in the answer, and goes the longer way (schedule.sql). $22 is the workers' poll interval, in ms: what is due
-- within it wakes them; null: never.
with instant as materialized (select belfry.now() as now),
known as materialized (
  select id from belfry.recipients
  -- quiet hours have to be looked at: the longer way
  where tenant = $1 and id = any ($23::text[]) and quiet_hours is null order by id for share
),
asked as materialized (select exists (select from belfry.requests where failed_at is null) as has_any),
written as (
  insert into belfry.reminders (
    bucket, id, tenant, entity_type, entity_id, kind, recipient, due_at, useful_until, created_at, occurrence,
    occurrence_key, generation, timezone, tz_version, channels, channel_delays, fallback, critical, title, body, data)
  select u.bucket, u.id, $1, u.entity_type, u.entity_id, u.kind, u.recipient, to_timestamp(u.due_ms / 1000),
    to_timestamp(u.useful_until_ms / 1000), (select now from instant), u.occurrence, u.occurrence_key, u.generation,
    u.timezone, case when u.timezone is not null then $2 end, string_to_array(u.channels, ','),
    string_to_array(u.delays, ',')::integer[], u.fallback, u.critical, u.title, u.body, u.data
  from unnest($3::smallint[], $4::uuid[], $5::text[], $6::text[], $7::text[], $8::text[], $9::float8[], $10::float8[],
    $11::text[], $12::bigint[], $13::integer[], $14::text[], $15::text[], $16::text[], $17::text[], $18::boolean[],
    $19::text[], $20::text[], $21::jsonb[])
    as u(bucket, id, entity_type, entity_id, kind, recipient, due_ms, useful_until_ms, occurrence, occurrence_key,
      generation, timezone, channels, delays, fallback, critical, title, body, data)
  -- `is true` keeps it a hashed look-up: as a join it would compare every row with every recipient
  where (u.recipient in (select id from known)) is true
    -- `offset 0` keeps these look-ups: planned while the tables are empty, a join compares every row with every row
    and not exists (select from belfry.deliveries d where d.bucket = u.bucket and d.reminder = u.id offset 0)
    -- of a row that is just being fired the insert would wait for the commit, and then find nothing in its way
    and not exists (select from belfry.reminders r where r.bucket = u.bucket and r.id = u.id offset 0)
    -- while a trigger's request is open, everybody goes the longer way, which looks whether it is about the same thing
    and not (select has_any from asked)
  order by u.bucket, u.id
  on conflict (bucket, id) do nothing
  returning id, due_at
),
told as (
  insert into belfry.events (at, tenant, type, count, reminders)
  select (select now from instant), $1, 'reminder.scheduled', count(*), array_agg(w.id) from written w having count(*) > 0
),
woken as materialized (
  select count(*) from (
    select pg_notify('belfry', floor(date_part('epoch', min(w.due_at)) * 1000)::bigint::text)
    from written w
    where w.due_at <= (select now from instant) + $22::float8 * interval '1 ms'
    having count(*) > 0) n
)
-- one null stands for "all of them", which is the usual answer: a list of the ids would take as long as an index
select null::uuid as id where (select count from woken) >= 0 and (select count(*) from written) = cardinality($4::uuid[])
union all
select id from written where (select count(*) from written) < cardinality($4::uuid[])
