-- Which of these moments another alarm of the same user has; answers their places in the list.
--   $1 tenant   $2 recipient   $3 page   $4 ms
select u.place::integer
from unnest($1::text[], $2::text[], $3::text[], $4::float8[]) with ordinality as u(tenant, recipient, page_id, ms, place)
cross join lateral (
  select from belfry.alarms a
  where a.tenant = u.tenant and a.recipient = u.recipient and a.slot_at = to_timestamp(u.ms / 1000)
    and (a.page_id <> u.page_id) is true
  limit 1
) a
