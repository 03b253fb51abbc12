-- Reminders and notices of a meeting: what is to come, and what became of the others. One that was cancelled and is to come again is
-- listed once, as to come.   $1–$3 bucket, first and last id   $4, $5 tenant, id
select r.id, r.kind, r.recipient, 'pending' as state, null as reason,
  date_part('epoch', r.due_at) * 1000 as due_ms, r.timezone, p.timezone as zone
from belfry.reminders r
left join lateral (select timezone from belfry.recipients where tenant = $4 and id = r.recipient limit 1) p on true
where r.bucket = $1 and r.id between $2 and $3 and (r.tenant = $4 and r.entity_type = 'meeting' and r.entity_id = $5) is true
union all
select d.reminder, d.kind, d.recipient, d.state, d.reason, date_part('epoch', d.due_at) * 1000, null, p.timezone
from belfry.deliveries d
left join lateral (select timezone from belfry.recipients where tenant = $4 and id = d.recipient limit 1) p on true
where d.bucket = $1 and d.reminder between $2 and $3
  and (d.tenant = $4 and d.entity_type = 'meeting' and d.entity_id = $5 and d.channel <> 'hand') is true
  and not (d.state = 'cancelled' and exists (select from belfry.reminders r where r.bucket = d.bucket and r.id = d.reminder))
order by due_ms, kind, recipient
