-- Meetings whose time is kept beside that of another.   $1 how many
select distinct m.tz_version, b.tenant, b.meeting as id
from belfry.bookings b
cross join lateral (select m.tz_version from belfry.meetings m where m.tenant = b.tenant and m.id = b.meeting limit 1) m
where not b.is_enforced
limit $1::integer
