-- The pages of a tenant that have an alarm, in their order.   $1 tenant   $2 after this page   $3 how many
select a.page_id from belfry.alarms a where a.tenant = $1 and a.page_id > $2::text order by a.page_id limit $3::integer
