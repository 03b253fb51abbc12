-- Calendars of a recipient, all of them or the one with this id ($3).
--   $1 tenant   $2 recipient
select c.recipient, c.id, c.kind, c.name, c.url, encode(c.credentials, 'base64') as credentials, c.timezone, c.on_removed, c.writes, c.public_only,
  c.collection, c.etag, c.modified, c.sync_token, c.every_ms::float8 as every_ms, c.trouble, c.failures, c.expanded_by, c.version, c.reading,
  date_part('epoch', c.next_at) * 1000 as next_ms, date_part('epoch', c.synced_at) * 1000 as synced_ms,
  date_part('epoch', c.expanded_to) * 1000 as expanded_ms,
  date_part('epoch', c.created_at) * 1000 as created_ms, date_part('epoch', c.updated_at) * 1000 as updated_ms,
  (select count(*)::integer from belfry.calendar_objects o
    where o.tenant = c.tenant and o.recipient = c.recipient and o.calendar = c.id) as objects,
  exists (select from belfry.holds h where h.channel = '' and h.tenant in ('', c.tenant)) as is_held,
  r.timezone as zone, date_part('epoch', belfry.now()) * 1000 as now_ms
from belfry.calendars c
join belfry.recipients r on r.tenant = c.tenant and r.id = c.recipient
where c.tenant = $1 and c.recipient = $2 and ($3::text is null or c.id = $3)
order by c.id
