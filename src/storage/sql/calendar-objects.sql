-- What is known of a calendar's objects, to see what is new there.
select o.href, o.uid, o.etag, o.meeting
from belfry.calendar_objects o
where o.tenant = $1 and o.recipient = $2 and o.calendar = $3
order by o.href
