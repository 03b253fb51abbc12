-- How the system does, of every tenant. Each count stops at 1,000 ($3), so that a look costs the same however bad it is: 62 buffers
-- beside 100,000 reminders and as many failed deliveries. $1 is this program's time-zone database, $2 how late (ms) counts as
-- overdue, $4 how old (ms) a request must be to count as waiting.
with recursive instant as materialized (
  select belfry.now() as now, belfry.now() - $2::float8 * interval '1 ms' as late
),
lanes as (
  (select channel from belfry.deliveries where pending_at is not null order by channel limit 1)
  union all
  select (select d.channel from belfry.deliveries d
    where d.pending_at is not null and d.channel > l.channel order by d.channel limit 1)
  from lanes l where l.channel is not null
),
attention as (
  select state from belfry.deliveries where attention_at is not null order by tenant, at limit $3
)
select
  current_setting('server_version') as version, current_setting('server_version_num')::integer as version_number,
  current_user::text as role, pg_is_in_recovery() as is_replica,
  date_part('epoch', clock_timestamp()) * 1000 as clock_ms, date_part('epoch', i.now) * 1000 as now_ms,
  (select driven_at is not null from belfry.clock) as driven,
  (select count(*) from (select from belfry.reminders where due_at < i.late limit $3) r)::integer as overdue,
  (select date_part('epoch', due_at) * 1000 from belfry.reminders
   where due_at < i.late order by due_at limit 1) as overdue_since_ms,
  (select count(*) from (select from belfry.claims where expires_at < clock_timestamp() limit $3) c)::integer
    as expired_leases,
  (select count(*) from attention where state = 'unknown')::integer as unknown,
  (select count(*) from attention where state = 'failed')::integer as failed,
  (select count(*) from attention where state = 'quarantined')::integer as quarantined,
  (select count(*) from (select from belfry.requests where failed_at is not null limit $3) q)::integer
    as failed_requests,
  (select count(*) from (
    select from belfry.requests where failed_at is null
      and created_at < clock_timestamp() - $4::float8 * interval '1 ms' limit $3) q)::integer as waiting_requests,
  (select coalesce(json_agg(channel), '[]') from lanes where channel is not null) as waiting_channels,
  exists (select from belfry.reminders where tz_version is not null and tz_version < $1) as has_older_zones,
  (select max(tz_version) from belfry.reminders where tz_version is not null) as newest_zones
from instant i
