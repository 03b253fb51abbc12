-- How the whole installation is doing, all tenants together, for metrics. Each number is counted along an index, up to a
-- limit, so the cost does not follow the sizes of the tables; the caller goes on with PostgreSQL's own estimates, which for
-- a partial index count just the rows in it. The orders are those of the indexes: they keep a plan that was made while
-- the tables were empty from walking another one. Beside an open transaction it walks the dead entries of what was fired since
-- that began, as a worker does every 30 s.
--   $1 how far to count    $2 how far to read what needs a person: its state is in no index, so each costs a buffer
with instant as materialized (select belfry.now() as now),
coming as materialized (
  -- what is due comes first
  select count(*)::integer as known, count(*) filter (where due_at <= (select now from instant))::integer as due,
    min(due_at) as first_at
  from (select due_at from belfry.reminders where due_at is not null order by due_at limit $1::integer) r
),
attention as materialized (
  select state from belfry.deliveries where attention_at is not null order by tenant, at limit $2::integer
)
select
  date_part('epoch', i.now) * 1000 as now_ms,
  c.known as reminders, c.due, date_part('epoch', c.first_at) * 1000 as first_ms,
  (select count(*)::integer from (
    select from belfry.deliveries where pending_at is not null order by channel, tenant, pending_at limit $1::integer) d) as waiting,
  (select coalesce(json_object_agg(state, n), '{}') from (select state, count(*) as n from attention group by state) s) as attention,
  (select coalesce(json_object_agg(scope, n), '{}') from (
    select case when tenant = '' and channel = '' then 'all' when channel = '' then 'tenant' when tenant = '' then 'channel'
      else 'tenant_channel' end as scope, count(*) as n
    from (select tenant, channel from belfry.holds order by tenant, channel limit $1::integer) h group by 1) s) as holds,
  (select count(*)::integer from (
    select from belfry.requests where failed_at is null order by id limit $1::integer) r) as requests,
  (select reltuples::float8 from pg_class where oid = to_regclass('belfry.reminders_due')) as reminders_about,
  (select reltuples::float8 from pg_class where oid = to_regclass('belfry.deliveries_pending')) as waiting_about,
  (select reltuples::float8 from pg_class where oid = to_regclass('belfry.deliveries_attention')) as attention_about
from instant i cross join coming c
