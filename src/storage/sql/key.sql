select id, name, tenant, scopes, created_by, replaced_by, date_part('epoch', created_at) * 1000 as created_ms,
  date_part('epoch', expires_at) * 1000 as expires_ms, date_part('epoch', revoked_at) * 1000 as revoked_ms
from belfry.keys where id = $1 for update
