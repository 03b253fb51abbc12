-- Moves series on: to their next ring, or into a parking place (no due time). The caller has locked the rows.
--   $1, $2 reminders   $3 due ms or null   $4 planned ms   $5 adjusted   $6 useful until ms   $7 occurrence   $8 its key
--   $9 generation   $10 state   $11 version of the time-zone database
update belfry.reminders r set
  due_at = to_timestamp(n.due_ms / 1000), planned_at = to_timestamp(n.planned_ms / 1000), adjusted = n.adjusted,
  useful_until = to_timestamp(n.useful_until_ms / 1000), occurrence = n.occurrence, occurrence_key = n.occurrence_key,
  generation = n.generation, repeat = jsonb_set(r.repeat, '{state}', n.state), version = r.version + 1, tz_version = case when r.timezone is not null or r.floating or r.step is not null or n.adjusted is not null then $11 end
from (
  select u.*, r.ctid as place
  from unnest($1::smallint[], $2::uuid[], $3::float8[], $4::float8[], $5::text[], $6::float8[], $7::text[], $8::bigint[],
    $9::integer[], $10::jsonb[])
    as u(bucket, id, due_ms, planned_ms, adjusted, useful_until_ms, occurrence, occurrence_key, generation, state)
  cross join lateral (
    select r.ctid from belfry.reminders r where r.bucket = u.bucket and r.id = u.id limit 1
  ) r
) n
where r.ctid = n.place
