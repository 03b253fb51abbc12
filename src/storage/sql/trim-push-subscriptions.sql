-- At most $3 devices a recipient: the oldest give way, and never the one that has just been put ($4).
delete from belfry.push_subscriptions s
where s.tenant = $1 and s.recipient = $2 and s.id in (
  select o.id from belfry.push_subscriptions o
  where o.tenant = $1 and o.recipient = $2
  order by (o.id = $4) desc, o.created_at desc, o.id
  offset $3::integer)
