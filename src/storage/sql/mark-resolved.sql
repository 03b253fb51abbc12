-- Those that have no moment to resolve (parked, paused, held) are up to date too.
update belfry.reminders r set tz_version = $3
from unnest($1::smallint[], $2::uuid[]) as k(bucket, id)
where r.bucket = k.bucket and r.id = k.id
