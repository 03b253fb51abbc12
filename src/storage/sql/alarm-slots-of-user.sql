-- Every moment from one on that the other alarms of a user have.   $1 tenant   $2 recipient   $3 page   $4 from, ms
select date_part('epoch', a.slot_at) * 1000 as ms
from belfry.alarms a
where a.tenant = $1 and a.recipient = $2 and a.slot_at >= to_timestamp($4::float8 / 1000) and (a.page_id <> $3) is true
