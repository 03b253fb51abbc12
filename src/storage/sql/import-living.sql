-- Which of these reminders live here already, in the order they were asked about: they have something to come, or something
-- was done about them here. Marks of what was sent elsewhere do not count, nor what a put recorded as past.
--   $1 tenant   $2, $3 bucket, id
select exists (select from belfry.reminders r where r.bucket = k.bucket and r.id = k.id and (r.tenant = $1) is true)
  or exists (
    select from belfry.deliveries d
    where d.bucket = k.bucket and d.reminder = k.id and (d.tenant = $1) is true and d.channel <> 'hand'
      and (d.reason in ('skipped_past', 'merged')) is not true) as living
from unnest($2::smallint[], $3::uuid[]) with ordinality as k(bucket, id, n)
order by k.n
