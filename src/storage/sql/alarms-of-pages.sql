-- The alarms of these pages. Whoever makes or ends one holds the lock of its page.   $1 tenant   $2 pages   $3 only of this recipient (null: of any)
select a.page_id, a.recipient, a.bucket, a.reminder
from (select distinct u.page_id from unnest($2::text[]) as u(page_id) order by u.page_id) k
cross join lateral (
  select a.* from belfry.alarms a
  where a.tenant = $1 and a.page_id = k.page_id and ($3::text is null or a.recipient = $3) is true
  limit 1
) a
