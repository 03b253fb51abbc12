-- New moments for reminders whose rows the caller has locked; the occurrences stay.
--   $1, $2 reminders   $3 due ms   $4 planned ms   $5 adjusted   $6 useful until ms   $7 repeat   $8 version of the zones
update belfry.reminders r set
  due_at = to_timestamp(n.due_ms / 1000), planned_at = to_timestamp(n.planned_ms / 1000), adjusted = n.adjusted,
  useful_until = to_timestamp(n.useful_until_ms / 1000), repeat = n.repeat,
  version = r.version + case when (r.due_at, r.planned_at, r.adjusted, r.useful_until) is distinct from
    (to_timestamp(n.due_ms / 1000), to_timestamp(n.planned_ms / 1000), n.adjusted, to_timestamp(n.useful_until_ms / 1000))
    then 1 else 0 end,
  tz_version = case when r.timezone is not null or r.floating or r.step is not null or n.adjusted is not null then $8 end
from (
  select u.*, r.ctid as place
  from unnest($1::smallint[], $2::uuid[], $3::float8[], $4::float8[], $5::text[], $6::float8[], $7::jsonb[])
    as u(bucket, id, due_ms, planned_ms, adjusted, useful_until_ms, repeat)
  cross join lateral (
    select r.ctid from belfry.reminders r where r.bucket = u.bucket and r.id = u.id limit 1
  ) r
) n
where r.ctid = n.place
