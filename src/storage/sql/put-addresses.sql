-- Null removes an address; a changed one starts healthy.
with removed as (
  delete from belfry.addresses a using unnest($3::text[], $4::text[]) as u(channel, address)
  where a.tenant = $1 and a.recipient = $2 and a.channel = u.channel and u.address is null
)
insert into belfry.addresses as a (tenant, recipient, channel, address, created_at)
select $1, $2, u.channel, u.address, belfry.now()
from unnest($3::text[], $4::text[]) as u(channel, address) where u.address is not null
on conflict (tenant, recipient, channel) do update set
  address = excluded.address, suspended_at = null, suspended_reason = null
where a.address <> excluded.address
