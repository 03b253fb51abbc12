-- The occurrence of a reminder that rang last, in its latest generation. Several may have rung at once, after an outage: then
-- the latest of them.
select d.occurrence, d.generation
from belfry.deliveries d
where d.bucket = $1 and d.reminder = $2 and d.attempt > 0 and d.channel <> 'hand'
order by d.at desc, d.due_at desc, d.generation desc
limit 1
