-- What is known of an entity's reminders, in order of time: what will ring, what rang, what did not and why, who changed it or
-- one of them.
--   $1 tenant   $2, $3 type, id   $4–$6 bucket, first and last id of its reminders   $7 how many
with found as (
  (select 'upcoming' as what, r.id as reminder, r.occurrence_key::text, r.kind, r.recipient, r.occurrence, r.channels[1] as channel,
    'scheduled' as state, r.adjusted as reason, date_part('epoch', coalesce(r.due_at, r.created_at)) * 1000 as at_ms,
    date_part('epoch', r.due_at) * 1000 as due_ms, null::jsonb as data, null as actor,
    null as entry
  from belfry.reminders r
  where r.bucket = $4 and r.id between $5 and $6 and (r.tenant = $1 and r.entity_type = $2 and r.entity_id = $3) is true
  limit $7)
  union all
  (select 'delivery', d.reminder, d.occurrence_key::text, d.kind, d.recipient, d.occurrence, d.channel, d.state, d.reason,
    date_part('epoch', d.at) * 1000, date_part('epoch', d.due_at) * 1000, null, null, null
  from belfry.deliveries d
  where d.bucket = $4 and d.reminder between $5 and $6 and (d.tenant = $1 and d.entity_type = $2 and d.entity_id = $3) is true
  limit $7)
  union all
  (select 'change', a.reminder, null, null, a.recipient, null, null, a.action, null, date_part('epoch', a.at) * 1000, null, a.data,
    a.actor, a.id::text
  from belfry.audit a
  where a.tenant = $1 and a.entity_type = $2 and a.entity_id = $3
  order by a.id desc
  limit $7)
  union all
  -- what was done to one of its reminders names only that
  (select 'change', a.reminder, null, null, a.recipient, null, null, a.action, null, date_part('epoch', a.at) * 1000, null, a.data,
    a.actor, a.id::text
  from belfry.audit a
  where a.tenant = $1 and a.reminder between $5 and $6 and (a.entity_id is null) is true
  limit $7)
)
select f.*, p.timezone as recipient_timezone
from found f
left join lateral (
  select p.timezone from belfry.recipients p where p.tenant = $1 and p.id = f.recipient limit 1
) p on true
