-- Reminders whose ids lie in a range of one bucket, from what is to come and from the ledger.
(select r.id from belfry.reminders r
 where r.bucket = $1 and r.id between $2::uuid and $3::uuid and r.tenant = $4 order by r.id limit $5)
union
(select distinct on (d.reminder) d.reminder from belfry.deliveries d
 where d.bucket = $1 and d.reminder between $2::uuid and $3::uuid and d.tenant = $4 order by d.reminder limit $5)
order by 1 limit $5
