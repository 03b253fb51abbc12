-- Makes recipients known that are not, in a zone and with nothing else; answers those that were new. Whoever is known stays as
-- they are.
--   $1 tenant   $2, $3 id, timezone
insert into belfry.recipients (tenant, id, timezone, created_at, updated_at)
select $1, u.id, u.timezone, belfry.now(), belfry.now()
from unnest($2::text[], $3::text[]) as u(id, timezone)
order by u.id
on conflict (tenant, id) do nothing
returning id
