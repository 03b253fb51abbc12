-- Puts waiting deliveries together. The first of a person on a channel whose wait is over takes with it all others that were due
-- until then, or are late; two or more become a bundle, whose members never change, and one alone goes as it is. What this writes is
-- `pending` and due: `take` hands it out like everything that waits. Where a person still has something to be fired that belongs
-- to them, they wait for it, but no longer than $3: it may be one that cannot be fired.
--   $1 channels on which reminders wait for each other; on others only late ones are put together
--   $2 late after, ms   $3 patience, ms   $4 members at the most   $5 persons at the most
with instant as materialized (select belfry.now() as now),
held as materialized (select tenant, channel from belfry.holds),
heads as materialized (
  select gen_random_uuid() as id, f.tenant, f.recipient, f.channel, f.pending_at
  from (
    select distinct on (w.tenant, w.recipient, w.channel) w.*
    from (
      select d.tenant, d.recipient, d.channel, d.pending_at from belfry.deliveries d
      where d.bundle = '00000000-0000-0000-0000-000000000000' and d.pending_at <= (select now from instant)
        and not exists (select from held h where h.tenant in ('', d.tenant) and h.channel in ('', d.channel))
      order by d.pending_at limit $5::integer
    ) w
    order by w.tenant, w.recipient, w.channel, w.pending_at
  ) f
),
members as materialized (
  select h.id, h.tenant, h.recipient, h.channel, m.*
  from heads h
  cross join instant i
  cross join lateral (
    select d.bucket, d.reminder, d.occurrence_key, d.due_at,
      d.channel = any ($1::text[]) or d.due_at < i.now - $2::float8 * interval '1 ms' as joins
    from belfry.deliveries d
    where d.recipient = h.recipient and d.tenant = h.tenant and d.channel = h.channel
      and d.bundle = '00000000-0000-0000-0000-000000000000' and d.pending_at is not null
      and (d.due_at <= h.pending_at or d.due_at < i.now - $2::float8 * interval '1 ms') is true
      -- a later channel of a ladder has a time of its own, and a fallback stands by
      and (d.pending_at <= i.now or coalesce(d.delay_ms, 0) = 0) is true
    order by d.due_at, d.reminder limit $4::integer
    for update skip locked
  ) m
  where h.pending_at < i.now - $3::float8 * interval '1 ms'
    or not exists (
      select from belfry.reminders r
      where r.recipient = h.recipient and r.tenant = h.tenant and r.due_at <= h.pending_at)
),
counted as materialized (
  select m.*, m.joins and count(*) filter (where m.joins) over (partition by m.id) > 1 as bundled from members m
),
made as (
  insert into belfry.bundles (id, tenant, recipient, channel, created_at, buckets, reminders, occurrence_keys)
  select c.id, c.tenant, c.recipient, c.channel, (select now from instant),
    array_agg(c.bucket order by c.due_at, c.reminder), array_agg(c.reminder order by c.due_at, c.reminder),
    array_agg(c.occurrence_key order by c.due_at, c.reminder)
  from counted c where c.bundled
  group by c.id, c.tenant, c.recipient, c.channel
),
gathered as (
  update belfry.deliveries d set
    bundle = case when c.bundled then c.id end, pending_at = least(d.pending_at, i.now)
  from counted c cross join instant i
  where d.bucket = c.bucket and d.reminder = c.reminder and d.occurrence_key = c.occurrence_key
  returning 1
)
select count(*)::integer as gathered from gathered
