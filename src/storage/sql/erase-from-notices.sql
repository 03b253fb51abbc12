-- What others were told of an erased person: that something became of a meeting stays, who it was and what they said does not.
--   $1 tenant   $2 recipient
with theirs as materialized (
  select belfry.first_id($1, 'meeting', p.meeting) as first, belfry.last_id($1, 'meeting', p.meeting) as last
  from belfry.meeting_participants p where p.tenant = $1 and p.recipient = $2
),
to_come as (
  update belfry.reminders r set data = r.data - 'byName' - 'reason' - 'by'
  from theirs t
  where r.bucket = belfry.bucket_of(t.first) and r.id between t.first and t.last and (r.tenant = $1 and r.data ->> 'by' = $2) is true
),
shown as (
  update belfry.inbox i set data = i.data - 'byName' - 'reason' - 'by'
  from theirs t
  where i.bucket = belfry.bucket_of(t.first) and i.reminder between t.first and t.last and (i.tenant = $1 and i.data ->> 'by' = $2) is true
)
update belfry.deliveries d set data = d.data - 'byName' - 'reason' - 'by'
from theirs t
where d.bucket = belfry.bucket_of(t.first) and d.reminder between t.first and t.last and (d.tenant = $1 and d.data ->> 'by' = $2) is true
