-- The new secret signs from now on, the one before it for so many milliseconds more.
--   $1 tenant   $2 id   $3 the new secret, sealed, in base64   $4 ms
update belfry.webhook_endpoints w set
  secret = decode($3, 'base64'),
  previous_secret = case when $4::float8 > 0 then w.secret end,
  previous_until = case when $4::float8 > 0 then belfry.now() + $4::float8 * interval '1 ms' end,
  version = w.version + 1, updated_at = belfry.now()
where w.tenant = $1 and w.id = $2
returning w.id
