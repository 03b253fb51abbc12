-- Accepted meetings of somebody that their calendar does not have, or has an older version of. What is gone there is not written again
-- before it is known why.
--   $1 tenant  $2 recipient  $3 calendar  $4 how many
select m.id, m.root, o.href, o.etag, o.sequence
from belfry.meeting_participants p
join belfry.meetings m on m.tenant = p.tenant and m.id = p.meeting
left join lateral (
  select o.href, o.etag, o.sequence, coalesce(o.written, o.sequence) as version, o.gone is not null and o.gone <> 'ours' as is_gone
  from belfry.calendar_objects o
  where o.tenant = m.tenant and o.meeting = m.root and o.recipient = p.recipient and o.calendar = $3
  order by is_gone, version desc limit 1
) o on true
where p.tenant = $1 and p.recipient = $2 and p.starts_at > (select belfry.now()) - interval '31 days' and p.removed_at is null
  and m.status = 'accepted' and m.ends_at > (select belfry.now()) and (o.href is null or not o.is_gone and o.version < m.sequence)
order by p.starts_at, m.id limit $4
