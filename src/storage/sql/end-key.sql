-- Expires after so many ms, if it would not sooner; at once means revoked.
--   $1 id  $2 ms  $3 its successor
update belfry.keys set
  expires_at = least(expires_at, clock_timestamp() + $2::float8 * interval '1 ms'),
  revoked_at = case when $2::float8 > 0 then revoked_at else coalesce(revoked_at, clock_timestamp()) end,
  replaced_by = coalesce($3, replaced_by)
where id = $1
returning id, name, tenant, scopes, created_by, replaced_by, date_part('epoch', created_at) * 1000 as created_ms,
  date_part('epoch', expires_at) * 1000 as expires_ms, date_part('epoch', revoked_at) * 1000 as revoked_ms
