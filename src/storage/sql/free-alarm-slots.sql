-- For each alarm the first of four moments that is free; null when none is. It is taken when another alarm of the same user has it,
-- or ($8) an alarm of theirs has just rung at it. The later ones are looked at only where the earlier ones are taken.
--   $1 tenant   $2 recipient   $3 page   $4–$7 moments, ms   $8 whether to look at what has rung
select case
    when not exists (
      select from belfry.alarms a
      where a.tenant = u.tenant and a.recipient = u.recipient and a.slot_at = to_timestamp(u.ms1 / 1000)
        and (a.page_id <> u.page_id) is true
    )
    and not ($8::boolean and exists (
      select from belfry.deliveries d
      where d.recipient = u.recipient and d.tenant = u.tenant and d.at >= to_timestamp(u.ms1 / 1000)
        and (d.due_at = to_timestamp(u.ms1 / 1000) and d.kind = 'alarm') is true
    )) then u.ms1
    when u.ms2 is not null and not exists (
      select from belfry.alarms a
      where a.tenant = u.tenant and a.recipient = u.recipient and a.slot_at = to_timestamp(u.ms2 / 1000)
        and (a.page_id <> u.page_id) is true
    )
    and not ($8::boolean and exists (
      select from belfry.deliveries d
      where d.recipient = u.recipient and d.tenant = u.tenant and d.at >= to_timestamp(u.ms2 / 1000)
        and (d.due_at = to_timestamp(u.ms2 / 1000) and d.kind = 'alarm') is true
    )) then u.ms2
    when u.ms3 is not null and not exists (
      select from belfry.alarms a
      where a.tenant = u.tenant and a.recipient = u.recipient and a.slot_at = to_timestamp(u.ms3 / 1000)
        and (a.page_id <> u.page_id) is true
    )
    and not ($8::boolean and exists (
      select from belfry.deliveries d
      where d.recipient = u.recipient and d.tenant = u.tenant and d.at >= to_timestamp(u.ms3 / 1000)
        and (d.due_at = to_timestamp(u.ms3 / 1000) and d.kind = 'alarm') is true
    )) then u.ms3
    when u.ms4 is not null and not exists (
      select from belfry.alarms a
      where a.tenant = u.tenant and a.recipient = u.recipient and a.slot_at = to_timestamp(u.ms4 / 1000)
        and (a.page_id <> u.page_id) is true
    )
    and not ($8::boolean and exists (
      select from belfry.deliveries d
      where d.recipient = u.recipient and d.tenant = u.tenant and d.at >= to_timestamp(u.ms4 / 1000)
        and (d.due_at = to_timestamp(u.ms4 / 1000) and d.kind = 'alarm') is true
    )) then u.ms4
  end as ms
from unnest($1::text[], $2::text[], $3::text[], $4::float8[], $5::float8[], $6::float8[], $7::float8[])
  with ordinality as u(tenant, recipient, page_id, ms1, ms2, ms3, ms4, place)
order by u.place
