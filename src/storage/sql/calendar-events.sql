-- The events of a calendar that are not ours, to expand them again.
select o.href, o.events
from belfry.calendar_objects o
where o.tenant = $1 and o.recipient = $2 and o.calendar = $3 and o.meeting is null and o.events <> '[]'
order by o.href
