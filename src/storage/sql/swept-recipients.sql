-- Makes recipients known that are not, with what a swept table says of them. Whoever is known stays as they are.
--   $1 tenant   $2–$5 id, name, timezone, locale   $6–$8 of an address: recipient, channel, address
with fresh as (
  insert into belfry.recipients (tenant, id, name, timezone, locale, created_at, updated_at)
  select $1, u.id, u.name, u.timezone, u.locale, belfry.now(), belfry.now()
  from unnest($2::text[], $3::text[], $4::text[], $5::text[]) as u(id, name, timezone, locale)
  order by u.id
  on conflict (tenant, id) do nothing
  returning id
)
insert into belfry.addresses (tenant, recipient, channel, address, created_at)
select $1, u.recipient, u.channel, u.address, belfry.now()
from unnest($6::text[], $7::text[], $8::text[]) as u(recipient, channel, address)
where (u.recipient in (select id from fresh)) is true
on conflict do nothing
