-- What a calendar has of meetings that are off: cancelled, denied, or rescheduled and not accepted again.
--   $1 tenant  $2 recipient  $3 calendar  $4 how many
select o.href, o.etag
from belfry.calendar_objects o
join lateral (
  select m.status, m.sequence from belfry.meetings m where m.tenant = o.tenant and m.root = o.meeting order by m.sequence desc limit 1
) m on m.status in ('cancelled', 'denied') or m.status in ('pending', 'rescheduled') and m.sequence > coalesce(o.written, o.sequence)
where o.tenant = $1 and o.recipient = $2 and o.calendar = $3 and o.meeting is not null and (o.gone is null or o.gone = 'ours')
order by o.href limit $4
