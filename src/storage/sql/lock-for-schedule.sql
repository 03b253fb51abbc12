-- Who is known, and in which zone, locked until this transaction ends, so that nobody is erased or moves to another zone
-- meanwhile; and which of the reminders are there, locked in key order, after waiting for a fire that has them. In one
-- statement for the sake of the round trip: what the reminders have fired is read by a later one.
--   $1 tenant   $2 recipients   $3, $4 reminders
with instant as materialized (select date_part('epoch', belfry.now()) * 1000 as ms),
known as materialized (
  select id, timezone, quiet_hours from belfry.recipients
  where tenant = $1 and id = any ($2::text[])
  order by id
  for share
),
there as materialized (
  select r.*
  from (select * from unnest($3::smallint[], $4::uuid[]) as u(bucket, id) order by bucket, id) k
  cross join lateral (
    select r.id, r.generation, r.occurrence,
      case when r.repeat is not null then json_build_object(
        'occurrence', r.occurrence, 'timezone', r.timezone, 'floating', r.floating is true, 'step', r.step,
        'dueMs', date_part('epoch', r.due_at) * 1000, 'usefulUntilMs', date_part('epoch', r.useful_until) * 1000,
        'plannedMs', date_part('epoch', r.planned_at) * 1000, 'adjusted', r.adjusted, 'repeat', r.repeat) end as series
    from belfry.reminders r
    where r.bucket = k.bucket and r.id = k.id and (r.tenant = $1) is true
    for update
  ) r
)
select id, timezone, quiet_hours, null::integer as generation, null::text as occurrence, null::json as series, (select ms from instant) as now_ms
from known
union all
select id::text, null, null, generation, occurrence, series, null from there
