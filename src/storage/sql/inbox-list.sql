-- One person's inbox, the newest first. $1 tenant   $2 recipient   $3 below this place   $4 how many
select i.id::text as place, i.bucket, i.reminder, i.occurrence_key::text
from belfry.inbox i
where i.tenant = $1 and i.recipient = $2 and i.id < $3
order by i.id desc limit $4::integer
