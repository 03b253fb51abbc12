-- Repeating reminders, locked in key order. Whose they are is read by a later statement (engine/people.ts).
--   $1, $2 reminders   $3 tenant (null: any)
-- The clock is read once: it is no part of each row.
with instant as materialized (select date_part('epoch', belfry.now()) * 1000 as ms)
select r.bucket, r.id, (select ms from instant) as now_ms, date_part('epoch', r.due_at) * 1000 as due_ms,
  date_part('epoch', r.useful_until) * 1000 as useful_until_ms, date_part('epoch', r.planned_at) * 1000 as planned_ms,
  r.adjusted, r.occurrence_key::text,
  r.repeat, r.occurrence, r.timezone, r.floating is true as floating, r.step, r.generation, r.critical, r.tenant, r.recipient,
  r.entity_id
from (select * from unnest($1::smallint[], $2::uuid[]) as u(bucket, id) order by bucket, id) k
cross join lateral (
  select r.* from belfry.reminders r
  where r.bucket = k.bucket and r.id = k.id and r.repeat is not null and ($3::text is null or r.tenant = $3) is true
  for update
) r
