-- One delivery, for whoever acts on it: which occurrence, whose, whether that is the one that rang last, and what comes next of it.
--   $1–$3 key   $4 tenant
select d.bucket, d.reminder, d.occurrence_key::text, d.occurrence, d.generation, d.channel, d.entity_type,
  d.entity_id, d.recipient, d.title, d.body, date_part('epoch', d.due_at) * 1000 as due_ms, date_part('epoch', belfry.now()) * 1000 as now_ms,
  p.timezone, p.locale, rang.occurrence as rang_occurrence, rang.generation as rang_generation,
  r.occurrence as next_occurrence, r.repeat ->> 'kind' as repeats,
  e.status as entity_status, date_part('epoch', e.updated_at) * 1000 as entity_changed_ms
from belfry.deliveries d
cross join lateral (select p.timezone, p.locale from belfry.recipients p where p.tenant = d.tenant and p.id = d.recipient limit 1) p
left join lateral (
  select o.occurrence, o.generation from belfry.deliveries o
  where o.bucket = d.bucket and o.reminder = d.reminder and o.attempt > 0 and o.channel <> 'hand'
  order by o.at desc, o.due_at desc, o.generation desc limit 1
) rang on true
left join lateral (
  select r.occurrence, r.repeat from belfry.reminders r where r.bucket = d.bucket and r.id = d.reminder limit 1
) r on true
left join lateral (
  select e.status, e.updated_at from belfry.entities e where e.tenant = d.tenant and e.type = d.entity_type and e.id = d.entity_id limit 1
) e on true
where d.bucket = $1 and d.reminder = $2 and d.occurrence_key = $3 and (d.tenant = $4) is true
