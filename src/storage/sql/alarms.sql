-- Alarms of these pages.   $1 tenant   $2 pages   $3 only of this recipient (null: of any)
select a.page_id, a.recipient, r.title, r.body, date_part('epoch', r.due_at) * 1000 as due_ms, r.repeat, r.id as reminder,
  p.timezone, l.occurrence_key::text as last_key
from unnest($2::text[]) with ordinality as k(page_id, place)
cross join lateral (
  select a.* from belfry.alarms a
  where a.tenant = $1 and a.page_id = k.page_id and ($3::text is null or a.recipient = $3) is true limit 1
) a
cross join lateral (
  select r.* from belfry.reminders r where r.bucket = a.bucket and r.id = a.reminder and r.repeat -> 'alarm' is not null limit 1
) r
left join lateral (
  select p.timezone from belfry.recipients p where p.tenant = a.tenant and p.id = a.recipient limit 1
) p on true
left join lateral (
  select d.occurrence_key from belfry.deliveries d
  where d.bucket = a.bucket and d.reminder = a.reminder and d.state in ('sent', 'unknown')
    and d.at >= a.created_at
  order by d.at desc limit 1
) l on true
order by k.place
