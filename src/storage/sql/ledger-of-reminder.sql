-- Everything the ledger has of one reminder, the newest first; what was written at one moment by when it was due, the latest first.
select d.reminder, d.occurrence_key::text, d.entity_type, d.entity_id, d.kind, d.recipient, d.occurrence, d.generation,
  d.channel, d.state, d.reason, d.attempt, d.tries, d.lost, d.stopped, d.took_ms, d.critical, d.fallback, d.title, d.body,
  d.data, d.bucket, date_part('epoch', d.due_at) * 1000 as due_ms, date_part('epoch', d.at) * 1000 as at_ms,
  case when d.pending_at < 'infinity' then date_part('epoch', d.pending_at) * 1000 end as pending_ms,
  date_part('epoch', d.created_at) * 1000 as created_ms, date_part('epoch', d.planned_at) * 1000 as planned_ms, d.adjusted,
  p.timezone as recipient_timezone, b.id as bundle, b.count as bundle_count,
  d.bundle = '00000000-0000-0000-0000-000000000000' as gathers
from belfry.deliveries d
left join lateral (
  select p.timezone from belfry.recipients p where p.tenant = d.tenant and p.id = d.recipient limit 1
) p on true
left join lateral (
  select b.id, cardinality(b.reminders) as count from belfry.bundles b where b.id = d.bundle limit 1
) b on true
where d.bucket = $1 and d.reminder = $2 and d.tenant = $3
order by d.at desc, d.generation desc, d.due_at desc
limit 200
