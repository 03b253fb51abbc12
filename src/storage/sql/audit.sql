insert into belfry.audit (at, tenant, actor, action, entity_type, entity_id, reminder, recipient, data)
select belfry.now(), $1, $2, $3, u.entity_type, u.entity_id, u.reminder, u.recipient, u.data
from unnest($4::text[], $5::text[], $6::uuid[], $7::text[], $8::jsonb[])
  as u(entity_type, entity_id, reminder, recipient, data)
