-- Which of these moments are taken: another alarm of the same user has it, or ($5) an alarm of theirs has just rung at it. Answers
-- places in the list.
--   $1 tenant   $2 recipient   $3 page   $4 ms   $5 whether to look at what has rung
select u.place::integer
from unnest($1::text[], $2::text[], $3::text[], $4::float8[]) with ordinality as u(tenant, recipient, page_id, ms, place)
where exists (
  select from belfry.alarms a
  where a.tenant = u.tenant and a.recipient = u.recipient and a.slot_at = to_timestamp(u.ms / 1000)
    and (a.page_id <> u.page_id) is true
)
or $5::boolean and exists (
  select from belfry.deliveries d
  where d.recipient = u.recipient and d.tenant = u.tenant and d.at >= to_timestamp(u.ms / 1000)
    and (d.due_at = to_timestamp(u.ms / 1000) and d.kind = 'alarm') is true
)
