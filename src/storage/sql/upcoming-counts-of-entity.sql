-- How many of one entity ring within each of many spans of time, equally long. An entity is a range of the primary key, read once.
-- $1 tenant   $2 beginning of the first, ms   $3 length of each, ms   $4 how many spans   $5 at most that are read
-- $6 recipient or null   $7–$9 bucket, first and last id   $10, $11 type, id   $12 channel or null   $13 channels of those who have none
with found as materialized (
  select r.tenant, r.entity_type, r.entity_id, r.recipient, r.due_at, r.adjusted, r.channels, r.fallback from belfry.reminders r
  where r.bucket = $7 and r.id between $8 and $9
  limit $5
),
placed as (
  select floor((date_part('epoch', f.due_at) * 1000 - $2::float8) / $3::float8) as n
  from found f
  left join lateral (
    select p.channels, p.fallback from belfry.recipients p
    where $12::text is not null and p.tenant = f.tenant and p.id = f.recipient limit 1
  ) p on true
  where f.tenant = $1 and f.entity_type = $10 and f.entity_id = $11 and f.recipient = coalesce($6, f.recipient)
    and f.due_at is not null
    and ($12 is null or case
      when f.adjusted = 'in_app_only' then $12 = 'in_app'
      when f.channels is not null then $12 = any (f.channels) and $12 is distinct from f.fallback
      when p.channels is not null then $12 = any (p.channels) and $12 is distinct from p.fallback
      else $12 = any ($13::text[]) end)
)
select c.n, c.count, l.looked_at
from (select count(*)::integer as looked_at from found) l
left join lateral (
  select p.n::integer as n, count(*)::integer as count from placed p where p.n >= 0 and p.n < $4 group by p.n
) c on true
order by c.n
