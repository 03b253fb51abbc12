-- What is known of a calendar's objects, to see what is new there. One that is gone has no version: it is new when it comes back.
select o.href, o.uid, case when o.gone is null then o.etag end as etag, o.sequence, o.meeting, o.gone
from belfry.calendar_objects o
where o.tenant = $1 and o.recipient = $2 and o.calendar = $3
order by o.href
