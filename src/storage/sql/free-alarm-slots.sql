-- For each alarm the first of its moments that is free; null when none is. It is taken when another alarm of the same user has it,
-- or ($8) an alarm of theirs has just rung at it. `is true` keeps the look-ups where they stand: the moments are looked at in their
-- order, and the later ones only where the earlier ones are taken.
--   $1 tenant   $2 recipient   $3 page   $4–$7 moments, ms   $8 whether to look at what has rung
select f.ms
from unnest($1::text[], $2::text[], $3::text[], $4::float8[], $5::float8[], $6::float8[], $7::float8[])
  with ordinality as u(tenant, recipient, page_id, ms1, ms2, ms3, ms4, place)
left join lateral (
  select t.ms from unnest(array[u.ms1, u.ms2, u.ms3, u.ms4]) as t(ms)
  where t.ms is not null
    and (not exists (
      select from belfry.alarms a
      where a.tenant = u.tenant and a.recipient = u.recipient and a.slot_at = to_timestamp(t.ms / 1000)
        and (a.page_id <> u.page_id) is true
    )) is true
    and ($8::boolean and exists (
      select from belfry.deliveries d
      where d.recipient = u.recipient and d.tenant = u.tenant and d.at >= to_timestamp(t.ms / 1000)
        and (d.due_at = to_timestamp(t.ms / 1000) and d.kind = 'alarm') is true
    )) is not true
  limit 1
) f on true
order by u.place
