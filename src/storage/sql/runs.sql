-- Runs of a sweep, the newest first.
--   $1 tenants   $2 sweep   $3, $4 after this one: started, id   $5 how many
select to_json(r) as run,
  (date_part('epoch', r.started_at) * 1000000)::bigint::text as started_us
from belfry.runs r
where r.tenant = $1 and r.sweep = $2 and ($3::timestamptz is null or (r.started_at, r.id) < ($3, $4::uuid))
order by r.started_at desc, r.id desc limit $5::integer
