--   $1 tenant (null: all)  $2 after this id  $3 how many
select id, name, tenant, scopes, created_by, replaced_by, date_part('epoch', created_at) * 1000 as created_ms,
  date_part('epoch', expires_at) * 1000 as expires_ms, date_part('epoch', revoked_at) * 1000 as revoked_ms
from belfry.keys
where id > $2 and ($1::text is null or tenant = $1)
order by id limit $3::integer
