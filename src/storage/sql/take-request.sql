-- The oldest request that can be resolved now: nobody else has it, and nothing older of the same entity is open. $1: of this
-- entity of a tenant only, as [tenant, type, id]; null: of any.
select q.id::text, q.tenant, q.verb, q.entity_type, q.entity_id, q.input, q.held, q.actor
from belfry.requests q
where q.failed_at is null
  and ($1::text[] is null or q.tenant = $1[1] and q.entity_type = $1[2] and q.entity_id = $1[3])
  and not exists (
    select from belfry.requests o
    where o.tenant = q.tenant and o.entity_type = q.entity_type and o.entity_id = q.entity_id and o.failed_at is null
      and o.id < q.id)
order by q.id
limit 1
for update skip locked
