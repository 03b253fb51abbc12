-- Whose delivery it is that a provider tells of, and the address that the person has on its channel now.
select d.tenant, d.recipient, d.channel, a.address, a.suspended_reason as suspended
from belfry.deliveries d
left join lateral (
  select x.address, x.suspended_reason from belfry.addresses x
  where x.tenant = d.tenant and x.recipient = d.recipient and x.channel = d.channel limit 1
) a on true
where d.bucket = $1 and d.reminder = $2 and d.occurrence_key = $3
