-- What planning needs to know of recipients.   $1 tenant   $2 recipient
select p.tenant, p.id as recipient, p.timezone, p.quiet_hours as "quietHours"
from unnest($1::text[], $2::text[]) as u(tenant, recipient)
cross join lateral (
  select p.* from belfry.recipients p where p.tenant = u.tenant and p.id = u.recipient limit 1
) p
