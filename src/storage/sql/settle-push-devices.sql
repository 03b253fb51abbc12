-- What the devices of a recipient answered to the message of a topic ($3): those that have it ($4) remember that, those that are
-- gone ($5) are removed. The address stays, for the engine to suspend when none is left.
with taken as (
  update belfry.push_subscriptions s set confirmed = (array_prepend($3::text, s.confirmed))[1:20], last_sent_at = belfry.now()
  where s.tenant = $1 and s.recipient = $2 and s.id = any ($4::text[])
),
gone as (
  delete from belfry.push_subscriptions s where s.tenant = $1 and s.recipient = $2 and s.id = any ($5::text[])
)
select count(*)::integer as remaining from belfry.push_subscriptions s
where s.tenant = $1 and s.recipient = $2 and s.id <> all ($5::text[])
