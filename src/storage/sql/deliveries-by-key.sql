-- Deliveries by their keys, in the order given, with the zone of whom they were for.
--   $1 tenant   $2–$4 keys
select d.reminder, d.occurrence_key::text, d.entity_type, d.entity_id, d.kind, d.recipient, d.occurrence, d.generation,
  d.channel, d.state, d.reason, d.attempt, d.took_ms, d.critical, d.title, d.body, d.data,
  date_part('epoch', d.due_at) * 1000 as due_ms, date_part('epoch', d.at) * 1000 as at_ms,
  case when d.pending_at < 'infinity' then date_part('epoch', d.pending_at) * 1000 end as pending_ms,
  date_part('epoch', d.created_at) * 1000 as created_ms, p.timezone as recipient_timezone, b.id as bundle, b.count as bundle_count
from unnest($2::smallint[], $3::uuid[], $4::bigint[]) with ordinality as k(bucket, reminder, key, n)
cross join lateral (
  select d.* from belfry.deliveries d
  where d.bucket = k.bucket and d.reminder = k.reminder and d.occurrence_key = k.key and (d.tenant = $1) is true
  limit 1
) d
left join lateral (
  select p.timezone from belfry.recipients p where p.tenant = d.tenant and p.id = d.recipient limit 1
) p on true
left join lateral (
  select b.id, cardinality(b.reminders) as count from belfry.bundles b where b.id = d.bundle limit 1
) b on true
order by k.n
