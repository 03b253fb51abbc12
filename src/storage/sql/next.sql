-- When does a worker have to act again? The earliest due reminder, the earliest waiting delivery of each lane (channel
-- and tenant), the earliest lease to run out: one statement, about 10 buffers with any number of reminders stored.
-- $1 is the low-water mark of due time: without it, each tick walks the dead index entries that an open transaction
-- keeps from being vacuumed (1,247 buffers after 100,000 fires). No lease counts as expired before one lease ($2) has
-- passed since the database started, so that owners can report first. $6 is what this process has: a sweep may need it.
with recursive instant as materialized (select belfry.now() as now),
lanes as (
  (select channel, tenant, pending_at from belfry.deliveries
   where pending_at is not null order by channel, tenant, pending_at limit 1)
  union all
  select n.channel, n.tenant, n.pending_at
  from lanes l
  cross join lateral (
    select d.channel, d.tenant, d.pending_at from belfry.deliveries d
    where d.pending_at is not null and (d.channel, d.tenant) > (l.channel, l.tenant)
    order by d.channel, d.tenant, d.pending_at limit 1
  ) n
),
due as (
  select due_at from belfry.reminders
  where due_at >= $1::timestamptz and ($5::smallint[] is null or bucket = any ($5))
  order by due_at limit 1
)
select
  date_part('epoch', i.now) * 1000 as now_ms,
  (select driven_at is not null from belfry.clock) as driven,
  (select date_part('epoch', due_at) * 1000 from due) as due_ms,
  -- what comes after what is due: a due row that somebody holds must not hide it
  case when (select due_at from due) > i.now then (select date_part('epoch', due_at) * 1000 from due) else (
    select date_part('epoch', due_at) * 1000 from belfry.reminders
    where due_at > i.now and ($5::smallint[] is null or bucket = any ($5)) order by due_at limit 1) end as later_ms,
  (select coalesce(json_agg(json_build_object('channel', channel, 'tenant', tenant,
      'ms', date_part('epoch', pending_at) * 1000)), '[]')
   from lanes where pending_at < 'infinity') as lanes,
  (select date_part('epoch', pending_at) * 1000 from belfry.deliveries
   where bundle = '00000000-0000-0000-0000-000000000000' and pending_at is not null
   order by pending_at limit 1) as gather_ms,
  (select date_part('epoch', greatest(min(expires_at), pg_postmaster_start_time() + $2::float8 * interval '1 ms')
      - clock_timestamp()) * 1000
   from belfry.claims having count(*) > 0) as lease_in_ms,
  (select coalesce(json_agg(json_build_object('tenant', tenant, 'channel', channel)), '[]') from belfry.holds) as holds,
  exists (select from belfry.requests where failed_at is null) as has_requests,
  (select date_part('epoch', next_at) * 1000 from belfry.sweeps
   where next_at is not null and (needs is null or needs = any ($6::text[])) order by next_at limit 1) as sweep_ms,
  -- another moment: a server that was restarted, or another one that took its place
  date_part('epoch', pg_postmaster_start_time()) * 1000 as started_ms,
  case when (select due_at from due) < i.now - $3::float8 * interval '1 ms' then
    (select count(*) from (
      select from belfry.reminders where due_at < i.now - $3::float8 * interval '1 ms' limit $4::integer + 1) late)::integer
  else 0 end as late
from instant i
