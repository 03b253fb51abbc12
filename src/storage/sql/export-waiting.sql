-- What has fired and waits: a later channel of a ladder, a retry, what found no free place. What may have been sent before (lost)
-- is not among it: it counts as sent. A fallback (`at_ms` is null) goes with the channel that it stands behind.   $1 tenant
select d.entity_type, d.entity_id, d.kind, d.recipient, d.occurrence, d.generation, d.channel, d.critical, d.fallback, d.tries,
  d.title, d.body, d.data, d.adjusted, d.step, d.delay_ms, d.bundle is not null as gathers,
  d.occurrence_key = belfry.occurrence_key(d.occurrence, d.generation, '') as first,
  case when d.pending_at < 'infinity' then date_part('epoch', d.pending_at) * 1000 end as at_ms,
  date_part('epoch', d.due_at) * 1000 as due_ms, date_part('epoch', d.planned_at) * 1000 as planned_ms,
  date_part('epoch', d.useful_until) * 1000 as useful_until_ms
from belfry.deliveries d
where d.tenant = $1 and d.pending_at is not null and d.lost = 0 and d.channel not in ('', 'hand')
  and (d.pending_at < 'infinity' or exists (
    select from belfry.deliveries o
    where o.bucket = d.bucket and o.reminder = d.reminder and o.occurrence = d.occurrence and o.generation = d.generation
      and o.fallback = d.channel and o.pending_at < 'infinity' and o.lost = 0))
order by d.entity_type, d.entity_id, d.kind, d.recipient, d.occurrence, d.generation, d.channel
