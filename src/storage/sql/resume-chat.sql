-- Ends the suspension of an address, and says since when it was suspended: whoever comes second gets nothing.
--   $1 tenant   $2 recipient
update belfry.addresses a set suspended_at = null, suspended_reason = null
from (
  select x.ctid as place, x.suspended_at from belfry.addresses x
  where x.tenant = $1 and x.recipient = $2 and x.channel = 'telegram' and x.suspended_at is not null
  limit 1 for update
) before
where a.ctid = before.place
returning date_part('epoch', before.suspended_at) * 1000 as suspended_ms
