-- What things are called now: by their own title, else by that of a reminder of theirs that is to come, else of one that rang. Where only a reminder is
-- named, it says what it is about. Each is found by its key.
--   $1 tenant   $2, $3 types and ids, or empty   $4, $5 reminders
select k.n::integer - 1 as n, coalesce(e.title, r.title, d.title) as title
from unnest($2::text[], $3::text[], $4::smallint[], $5::uuid[]) with ordinality as k(type, id, bucket, reminder, n)
left join lateral (
  select r.title, r.entity_type, r.entity_id from belfry.reminders r
  where r.bucket = k.bucket and r.id = k.reminder and (r.tenant = $1) is true limit 1
) r on true
left join lateral (
  select d.title, d.entity_type, d.entity_id from belfry.deliveries d
  where d.bucket = k.bucket and d.reminder = k.reminder and (d.tenant = $1) is true limit 1
) d on true
left join lateral (
  select e.title from belfry.entities e
  where e.tenant = $1 and e.type = coalesce(nullif(k.type, ''), r.entity_type, d.entity_type)
    and e.id = coalesce(nullif(k.id, ''), r.entity_id, d.entity_id)
  limit 1
) e on true
order by k.n
