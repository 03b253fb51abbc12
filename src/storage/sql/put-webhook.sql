-- Makes an endpoint, or changes what is given. Answers nothing where nothing is new. `created` is true for whoever inserted it: of two
-- at once, only that one's secret is the endpoint's.
--   $1 tenant   $2 id   $3 url   $4 description   $5 whether that is given   $6 secret, sealed, in base64
--   $7 why it is disabled from the start (null: it is not)
insert into belfry.webhook_endpoints as w
  (tenant, id, url, description, secret, disabled_at, disabled_reason, created_at, updated_at)
values ($1, $2, $3, $4, decode($6, 'base64'), case when $7::text is not null then belfry.now() end, $7, belfry.now(), belfry.now())
on conflict (tenant, id) do update set
  url = excluded.url, description = case when $5::boolean then $4 else w.description end,
  version = w.version + 1, updated_at = belfry.now()
where (w.url, w.description) is distinct from (excluded.url, case when $5::boolean then $4 else w.description end)
returning (xmax = 0) as created
