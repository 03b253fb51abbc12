-- Nothing is written for a tenant that does not exist.
--   $1 id  $2 hash  $3 tenant (null: an operator's)  $4 name  $5 scopes  $6 who  $7 good for so many ms (null: for ever)
insert into belfry.keys (id, hash, tenant, name, scopes, created_by, expires_at)
select $1, $2, $3, $4, $5::text[], $6, clock_timestamp() + $7::float8 * interval '1 ms'
where $3::text is null or exists (select from belfry.tenants where id = $3)
returning id, name, tenant, scopes, created_by, replaced_by, date_part('epoch', created_at) * 1000 as created_ms,
  date_part('epoch', expires_at) * 1000 as expires_ms, date_part('epoch', revoked_at) * 1000 as revoked_ms
