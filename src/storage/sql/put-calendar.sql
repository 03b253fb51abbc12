-- Makes a calendar, or writes all that people say about it.
--   $1 tenant  $2 recipient  $3 id  $4 kind  $5 name  $6 url  $7 credentials, sealed, in base64  $8 timezone  $9 what becomes of removed
--   meetings  $10 whether meetings are written there  $11 how often it is read, in ms  $12 whether it is another place than before
--   $13 whether only public places are for whoever named it
insert into belfry.calendars as c (tenant, recipient, id, kind, name, url, credentials, timezone, on_removed, writes, every_ms,
  public_only, next_at, created_at, updated_at)
values ($1, $2, $3, $4, $5, $6, decode($7, 'base64'), $8, $9, $10, $11::float8, $13, belfry.now(), belfry.now(), belfry.now())
on conflict (tenant, recipient, id) do update set
  kind = excluded.kind, name = excluded.name, url = excluded.url, credentials = excluded.credentials, timezone = excluded.timezone,
  on_removed = excluded.on_removed, writes = excluded.writes, every_ms = excluded.every_ms,
  public_only = case when $12::boolean then excluded.public_only else c.public_only end,
  collection = case when $12::boolean then null else c.collection end,
  etag = case when $12::boolean then null else c.etag end,
  modified = case when $12::boolean then null else c.modified end,
  sync_token = case when $12::boolean then null else c.sync_token end,
  next_at = belfry.now(), failures = 0, version = c.version + 1, reading = c.reading + 1, updated_at = belfry.now()
returning (xmax = 0) as created
