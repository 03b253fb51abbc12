-- The items of a reminder that are put off, before somebody says something else of it.
--   $1, $2 reminder   $3 tenant
select i.occurrence_key::text as key, date_part('epoch', i.snoozed_until) * 1000 as until_ms
from belfry.inbox i
where i.bucket = $1 and i.reminder = $2 and i.snoozed_until is not null and (i.tenant = $3) is true
