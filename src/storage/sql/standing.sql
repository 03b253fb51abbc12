-- How reminders stand that a `schedule` left alone: still there (unchanged), or their occurrence has begun.
select k.id, r.id is not null as there, coalesce(r.generation, 1) as generation
from unnest($1::smallint[], $2::uuid[]) as k(bucket, id)
left join belfry.reminders r on r.bucket = k.bucket and r.id = k.id
