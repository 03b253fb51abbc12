-- What alarms say, without touching when. Their rows are locked. Answers the pages that say something else now, or did before.
--   $1 tenant   $2 pages   $3 title, $4 whether it was given   $5 body, $6 whether it was given
update belfry.reminders r set
  title = case when n.has_title then n.title else r.title end, body = case when n.has_body then n.body else r.body end,
  version = r.version + case when n.has_title and n.title is distinct from r.title or n.has_body and n.body is distinct from r.body
    then 1 else 0 end
from (
  select u.*, a.bucket, a.reminder
  from unnest($2::text[], $3::text[], $4::boolean[], $5::text[], $6::boolean[]) as u(page_id, title, has_title, body, has_body)
  cross join lateral (
    select a.bucket, a.reminder from belfry.alarms a where a.tenant = $1 and a.page_id = u.page_id limit 1
  ) a
) n
where r.bucket = n.bucket and r.id = n.reminder
returning r.entity_id as page_id
