-- Endpoints by id ($2), or a page of them after $3. Without their secrets.
--   $1 tenant   $4 how many
select w.id, w.url, w.description, w.disabled_reason, w.version,
  date_part('epoch', w.disabled_at) * 1000 as disabled_ms,
  date_part('epoch', case when w.previous_until > belfry.now() then w.previous_until end) * 1000 as previous_ms,
  date_part('epoch', w.created_at) * 1000 as created_ms, date_part('epoch', w.updated_at) * 1000 as updated_ms
from belfry.webhook_endpoints w
where w.tenant = $1 and ($2::text is null or w.id = $2) and ($3::text is null or w.id > $3 collate "C")
order by w.id
limit $4
