-- Whether anything has changed in the inboxes of these people, of any tenant: a mark for each, made from the latest 20 changes (one
-- that commits after a later one is among them) and from the oldest item (retention takes that one first). 8 buffers a person,
-- whatever they have.
--   $1, $2 tenants and recipients
select k.tenant, k.recipient, md5(coalesce(n.latest, '') || ' ' || coalesce(o.id::text, '')) as mark
from unnest($1::text[], $2::text[]) as k(tenant, recipient)
cross join lateral (
  select string_agg(c.change::text, ' ' order by c.change desc) as latest
  from (
    select i.change from belfry.inbox i
    where i.tenant = k.tenant and i.recipient = k.recipient order by i.change desc limit 20
  ) c
) n
left join lateral (
  select i.id from belfry.inbox i where i.tenant = k.tenant and i.recipient = k.recipient order by i.id limit 1
) o on true
