-- Parks series until their ring has come to an end: no due time, everything else as it is. $3: how they stand now.
update belfry.reminders r set due_at = null, repeat = n.repeat, version = r.version + 1
from unnest($1::smallint[], $2::uuid[], $3::jsonb[]) as n(bucket, id, repeat)
where r.bucket = n.bucket and r.id = n.id
