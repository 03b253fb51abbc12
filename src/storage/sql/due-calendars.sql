-- Takes calendars that are due, of any tenant, so that nobody else does: for so long ($2, in ms) whoever took them reads them. If they die
-- meanwhile, they are due again then. What somebody reads because they were asked to is left to them.
--   $1 how many   $3 tenants that have enough under way
with due as materialized (
  select c.tenant, c.recipient, c.id from belfry.calendars c
  where c.next_at <= (select belfry.now()) and c.tenant <> all ($3::text[])
    and (c.read_until is null or c.read_until <= (select clock_timestamp()))
  order by c.next_at limit $1
  for update skip locked
)
update belfry.calendars c set next_at = belfry.now() + $2::float8 * interval '1 millisecond',
  read_until = clock_timestamp() + $2::float8 * interval '1 millisecond'
from due d
where c.tenant = d.tenant and c.recipient = d.recipient and c.id = d.id
returning c.tenant, c.recipient, c.id, c.version, c.read_until::text as claim
