-- When people are there.   $1 tenant
select recipient, id, kind, day_of_week, date::text as date, start_time, end_time, timezone, valid_from::text as valid_from,
  valid_until::text as valid_until
from belfry.availability_blocks
where tenant = $1
order by recipient, id
