-- Deliveries that need a person: unknown, failed, quarantined; the newest first.
select d.reminder, d.occurrence_key::text, d.entity_type, d.entity_id, d.kind, d.recipient, d.occurrence, d.generation,
  d.channel, d.state, d.reason, d.attempt, d.took_ms, d.critical, d.title, d.body, d.data,
  date_part('epoch', d.due_at) * 1000 as due_ms, date_part('epoch', d.at) * 1000 as at_ms,
  null::float8 as pending_ms, date_part('epoch', d.created_at) * 1000 as created_ms,
  p.timezone as recipient_timezone, b.id as bundle, b.count as bundle_count
from belfry.deliveries d
left join lateral (
  select p.timezone from belfry.recipients p where p.tenant = d.tenant and p.id = d.recipient limit 1
) p on true
left join lateral (
  select b.id, cardinality(b.reminders) as count from belfry.bundles b where b.id = d.bundle limit 1
) b on true
where d.tenant = $1 and d.attention_at is not null and ($2::text is null or d.state = $2)
order by d.at desc
limit $3
