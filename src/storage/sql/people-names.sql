-- Who of these is known, what they are called, and in which zone they are.   $1 tenant   $2 recipients
select p.id, p.name, p.timezone
from unnest($2::text[]) as u(id)
cross join lateral (
  select p.id, p.name, p.timezone from belfry.recipients p where p.tenant = $1 and p.id = u.id limit 1
) p
