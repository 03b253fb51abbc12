-- The pages of one user that have an alarm, by their moments.   $1 tenant   $2 recipient   $3 after this moment (no two share one)   $4 how many
select a.page_id, (date_part('epoch', a.slot_at) * 1000000)::bigint::text as slot_us
from belfry.alarms a
where a.tenant = $1 and a.recipient = $2 and a.slot_at > $3::timestamptz
order by a.slot_at limit $4::integer
