-- One block ($3), or all of a recipient: those of every week, then those of a date.   $1 tenant   $2 recipient
select id, recipient, kind, day_of_week as "dayOfWeek", date::text, start_time as "startTime", end_time as "endTime", timezone,
  valid_from::text as "validFrom", valid_until::text as "validUntil", version,
  date_part('epoch', created_at) * 1000 as "createdMs", date_part('epoch', updated_at) * 1000 as "updatedMs"
from belfry.availability_blocks a
where tenant = $1 and recipient = $2 and ($3::text is null or id = $3)
order by a.date nulls first, day_of_week, start_time, id
limit 1000
