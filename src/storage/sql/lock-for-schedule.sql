-- Who is known, and in which zone, locked against erasure until this transaction ends; and which of the reminders are
-- there, locked in key order, after waiting for a fire that has them. In one statement for the sake of the round trip: what
-- the reminders have fired is read by a later one.
--   $1 tenant   $2 recipients   $3, $4 reminders
with instant as materialized (select date_part('epoch', belfry.now()) * 1000 as ms),
known as materialized (
  select id, timezone from belfry.recipients
  where tenant = $1 and id = any ($2::text[])
  order by id
  for key share
),
there as materialized (
  select r.id, r.generation
  from (select * from unnest($3::smallint[], $4::uuid[]) as u(bucket, id) order by bucket, id) k
  cross join lateral (
    select r.id, r.generation from belfry.reminders r
    where r.bucket = k.bucket and r.id = k.id and (r.tenant = $1) is true
    for update
  ) r
)
select id, timezone, null::integer as generation, (select ms from instant) as now_ms from known
union all
select id::text, null, generation, null from there
