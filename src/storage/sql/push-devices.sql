-- The devices of a recipient, the oldest first, and whether each has the message of that topic ($3). With what time it is: how long
-- the message is useful is counted from there.
select s.id, s.endpoint, s.p256dh, encode(s.auth, 'base64') as auth, $3::text = any (s.confirmed) as confirmed,
  date_part('epoch', belfry.now()) * 1000 as now_ms
from belfry.push_subscriptions s
where s.tenant = $1 and s.recipient = $2
order by s.created_at, s.id
