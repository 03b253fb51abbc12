-- Which tenants have something due? Steps from tenant to tenant through the index, so it costs a look-up a tenant with
-- anything pending. Only asked when there is more due than one batch holds, or while a tenant is held.
with recursive instant as materialized (select belfry.now() as now),
step as (
  (select tenant from belfry.reminders where due_at is not null order by tenant limit 1)
  union all
  select n.tenant from step s
  cross join lateral (
    select r.tenant from belfry.reminders r
    where r.due_at is not null and r.tenant > s.tenant order by r.tenant limit 1
  ) n
)
select s.tenant from step s
where exists (
  select from belfry.reminders r
  where r.tenant = s.tenant and r.due_at <= (select now from instant) and r.due_at >= $1::timestamptz
) and not exists (select from belfry.holds h where h.channel = '' and h.tenant in ('', s.tenant))
