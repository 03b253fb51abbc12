-- The deliveries of the occurrence of a reminder that rang last, locked in key order: what became of each channel.
select d.bucket, d.reminder, d.occurrence_key::text, d.state, d.attempt, d.stopped, d.channel
from belfry.deliveries d
where d.bucket = $1 and d.reminder = $2 and (d.tenant = $3) is true
  and (d.occurrence, d.generation) = (
    select l.occurrence, l.generation from belfry.deliveries l
    where l.bucket = $1 and l.reminder = $2 and (l.tenant = $3 and l.attempt > 0 and l.channel <> 'hand') is true
    order by l.at desc, l.due_at desc, l.generation desc limit 1)
order by d.occurrence_key
for update
