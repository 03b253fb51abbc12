-- What is still to come of one entity, in due order; what waits without a moment last, by id. An entity is a range of the
-- primary key: `is true` keeps everything else out of the choice of index.
--   $1 tenant   $2, $3 from (null: now), to   $4, $5 cursor: due time and id   $6 what waits, too   $7 how many
--   $8 recipient or null   $9–$11 bucket, first and last id   $12, $13 type, id
with found as materialized (
  select r.* from belfry.reminders r
  where r.bucket = $9 and r.id between $10 and $11
    and (r.tenant = $1 and r.entity_type = $12 and r.entity_id = $13 and r.recipient = coalesce($8, r.recipient)
      and case when r.due_at is null then $6::boolean
        else r.due_at >= coalesce($2::timestamptz, belfry.now()) and r.due_at < $3::timestamptz end
      and ($5::uuid is null or (coalesce(r.due_at, 'infinity'), r.id) > ($4::timestamptz, $5::uuid))) is true
  order by r.due_at, r.id
  limit $7
)
select r.id, r.entity_type, r.entity_id, r.kind, r.recipient, r.occurrence, r.generation, r.version, r.timezone, r.floating, r.critical,
  r.title, r.body, r.data, date_part('epoch', r.due_at) * 1000 as due_ms, date_part('epoch', r.useful_until) * 1000 as useful_until_ms,
  date_part('epoch', r.created_at) * 1000 as created_ms, r.step, r.adjusted, r.repeat,
  date_part('epoch', r.planned_at) * 1000 as planned_ms, (extract(epoch from r.due_at) * 1000000)::bigint::text as due_us,
  r.channels, r.channel_delays, r.fallback, p.timezone as recipient_timezone, p.channels as recipient_channels,
  p.fallback as recipient_fallback
from found r
left join lateral (
  select p.timezone, p.channels, p.fallback from belfry.recipients p where p.tenant = r.tenant and p.id = r.recipient limit 1
) p on true
order by r.due_at, r.id
