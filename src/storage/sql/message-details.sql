-- What the words of messages are made from, in the order they were asked about.
--   $1 tenant   $2, $3 entity   $4 recipient
select date_part('epoch', (select belfry.now())) * 1000 as "nowMs", e.title, e.body, e.anchors, e.version, e.location,
  p.name as "recipientName"
from unnest($1::text[], $2::text[], $3::text[], $4::text[]) with ordinality as u(tenant, type, id, recipient, n)
left join lateral (
  select e.title, e.body, e.anchors, e.version, e.data -> 'location' as location from belfry.entities e
  where e.tenant = u.tenant and e.type = u.type and e.id = u.id limit 1
) e on true
left join lateral (
  select p.name from belfry.recipients p where p.tenant = u.tenant and p.id = u.recipient limit 1
) p on true
order by u.n
