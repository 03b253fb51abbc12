-- The sent deliveries of the latest occurrence of a reminder that was sent at all.
select d.reminder, d.occurrence_key::text
from belfry.deliveries d
where d.bucket = $1 and d.reminder = $2 and d.state = 'sent'
  and (d.occurrence, d.generation) = (
    select l.occurrence, l.generation from belfry.deliveries l
    where l.bucket = $1 and l.reminder = $2 and l.state = 'sent' order by l.at desc limit 1)
