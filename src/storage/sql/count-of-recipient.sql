-- How many reminders of one recipient are to come; counting ends at $3. 10,000 of them are one walk through the index of recipients.
--   $1 tenant   $2 recipient   $3 at most
select count(*)::integer as count
from (select 1 from belfry.reminders where recipient = $2 and tenant = $1 limit $3) as counted
