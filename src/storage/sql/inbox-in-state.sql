-- What of one person's inbox is in one state, the newest first. $1 tenant   $2 recipient   $3 state   $4 below this place   $5 how many
select i.id::text as place, i.bucket, i.reminder, i.occurrence_key::text
from belfry.inbox i
where i.tenant = $1 and i.recipient = $2 and i.state = $3 and i.id < $4
order by i.id desc limit $5::integer
