-- Meetings that are not there any more, each with what it is now: the latest of its lineage that this person takes part in.
-- `is_old`: what was there was an earlier one.
select o.href, o.gone, m.id as meeting, m.status, m.starts_at > (select belfry.now()) as is_ahead, m.removed,
  coalesce(o.written, o.sequence) < m.sequence as is_old
from belfry.calendar_objects o
left join lateral (
  select m.id, m.status, m.starts_at, m.sequence, p.removed_at is not null as removed
  from belfry.meetings m
  join belfry.meeting_participants p on p.tenant = m.tenant and p.meeting = m.id and p.recipient = o.recipient
  where m.tenant = o.tenant and m.root = o.meeting
  order by m.sequence desc limit 1
) m on true
where o.tenant = $1 and o.recipient = $2 and o.calendar = $3 and o.gone <> 'ours'
order by o.href
