-- Parks series until their ring has come to an end: no due time, and nothing of it put off by a pause of the recipient, so that its end does
-- not ring it (resume-recipient.sql). Everything else as it is. $3: how they stand now.
update belfry.reminders r set
  due_at = null, planned_at = case when r.adjusted in ('paused', 'snoozed') then null else r.planned_at end,
  adjusted = nullif(r.adjusted, 'paused'), repeat = n.repeat, version = r.version + 1
from unnest($1::smallint[], $2::uuid[], $3::jsonb[]) as n(bucket, id, repeat)
where r.bucket = n.bucket and r.id = n.id
