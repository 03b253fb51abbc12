-- The devices of a recipient, the newest first, without what they are sent with.
select s.id, s.endpoint, s.label, date_part('epoch', s.created_at) * 1000 as created_ms,
  date_part('epoch', s.last_sent_at) * 1000 as last_sent_ms
from belfry.push_subscriptions s
where s.tenant = $1 and s.recipient = $2
order by s.created_at desc, s.id
