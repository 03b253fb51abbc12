-- What people have done about the occurrence of a delivery. Done of a later generation, and of the reminder as a whole after this one
-- rang, is said of it too.
--   $1, $2 reminder   $3, $4 occurrence and generation   $5 occurrence_key   $6 tenant
select a.action, a.occurrence, a.generation, a.whole, a.via, a.detail, date_part('epoch', a.at) * 1000 as at_ms
from belfry.actions a
where a.bucket = $1 and a.reminder = $2 and (a.tenant = $6) is true
  and (a.action <> 'done' and a.occurrence = $3 and a.generation = $4
    or a.action = 'done' and (a.occurrence = split_part($3, '#', 1) and a.generation >= $4
      or a.whole and a.generation >= $4 and a.at >= (
        select d.at from belfry.deliveries d where d.bucket = $1 and d.reminder = $2 and d.occurrence_key = $5)))
order by a.at
