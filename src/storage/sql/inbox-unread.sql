-- The unread of one person, the oldest first, with which occurrence each is of. $1 tenant   $2 recipient   $3 up to this place   $4 how many
select i.bucket, i.reminder, d.occurrence, d.generation
from (
  select i.* from belfry.inbox i
  where i.tenant = $1 and i.recipient = $2 and i.state = 'unread' and i.id <= $3
  order by i.id limit $4::integer
) i
cross join lateral (
  select d.occurrence, d.generation from belfry.deliveries d
  where d.bucket = i.bucket and d.reminder = i.reminder and d.occurrence_key = i.occurrence_key limit 1
) d
