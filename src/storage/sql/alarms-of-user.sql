-- The alarms of one user, by their moments.   $1 tenant   $2 recipient   $3 after this moment (no two share one)   $4 how many
select a.page_id, a.recipient, r.title, r.body, date_part('epoch', r.due_at) * 1000 as due_ms, r.repeat, r.id as reminder,
  p.timezone, l.occurrence_key::text as last_key, (date_part('epoch', a.slot_at) * 1000000)::bigint::text as slot_us
from (
  select a.* from belfry.alarms a
  where a.tenant = $1 and a.recipient = $2 and a.slot_at > $3::timestamptz order by a.slot_at limit $4::integer
) a
left join lateral (
  select r.* from belfry.reminders r where r.bucket = a.bucket and r.id = a.reminder and r.repeat -> 'alarm' is not null limit 1
) r on true
left join lateral (
  select p.timezone from belfry.recipients p where p.tenant = a.tenant and p.id = a.recipient limit 1
) p on true
left join lateral (
  select d.occurrence_key from belfry.deliveries d
  where d.bucket = a.bucket and d.reminder = a.reminder and d.state in ('sent', 'unknown')
    and d.at >= a.created_at
  order by d.at desc limit 1
) l on true
order by a.slot_at
