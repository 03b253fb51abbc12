-- The moments that alarms have now. The caller has locked their reminders; whoever ends an alarm locks those first, too.   $1 tenant   $2 page   $3 ms
update belfry.alarms a set slot_at = to_timestamp(n.ms / 1000)
from (
  select u.ms, a.ctid as place
  from unnest($1::text[], $2::text[], $3::float8[]) as u(tenant, page_id, ms)
  cross join lateral (
    select a.ctid from belfry.alarms a where a.tenant = u.tenant and a.page_id = u.page_id limit 1
  ) a
) n
where a.ctid = n.place
