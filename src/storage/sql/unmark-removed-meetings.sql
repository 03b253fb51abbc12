-- Somebody's calendar has these lineages ($3) again.
update belfry.meeting_participants p set removed_at = null
from belfry.meetings m
where m.tenant = $1 and m.root = any ($3::text[]) and p.tenant = m.tenant and p.meeting = m.id and p.recipient = $2 and p.removed_at is not null
