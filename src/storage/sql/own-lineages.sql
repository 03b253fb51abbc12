-- The lineages that somebody takes part in, from 60 days ago on: under their UIDs calendars have what is ours. `is_ahead`: something of it is
-- accepted and has not begun: many a feed drops what has.
select m.root, bool_or(m.status = 'accepted' and m.starts_at > (select belfry.now())) as is_ahead
from belfry.meeting_participants p
join belfry.meetings m on m.tenant = p.tenant and m.id = p.meeting
where p.tenant = $1 and p.recipient = $2 and p.starts_at > (select belfry.now()) - interval '60 days'
group by m.root
