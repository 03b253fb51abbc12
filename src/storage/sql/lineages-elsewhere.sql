-- Which of these lineages ($4) another calendar of theirs has. A file is what was once.
--   $1 tenant  $2 recipient  $3 this calendar
select distinct o.meeting as root
from belfry.calendar_objects o
join belfry.calendars c on c.tenant = o.tenant and c.recipient = o.recipient and c.id = o.calendar
where o.tenant = $1 and o.meeting = any ($4::text[]) and o.recipient = $2 and o.calendar <> $3 and o.gone is null and c.kind <> 'file'
