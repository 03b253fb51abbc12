-- Which late reminders a fire takes: the first in due order, and with each of them the other late ones of the same person, so
-- that these can go in one message. Whole persons, until there are enough. Nothing is locked here; the fire does that.
--   $1 late is what was due before   $2 how many    $3 buckets (null: all)   $4, $5 tenants and how many of each (null: anyone)
--   $6 reminders set aside   $7 how many of one person
with held as materialized (select tenant, channel from belfry.holds),
heads as materialized (
  select h.tenant, h.recipient, min(h.due_at) as due_at
  from (
    select * from (
      select r.tenant, r.recipient, r.due_at from belfry.reminders r
      where $4::text[] is null and r.due_at < $1::timestamptz
        and ($3::smallint[] is null or r.bucket = any ($3)) and r.id <> all ($6::uuid[])
        and not exists (select from held where channel = '' and tenant in ('', r.tenant))
      order by r.due_at limit $2::integer
    ) anyone
    union all
    select fair.* from unnest($4::text[], $5::integer[]) as t(tenant, most)
    cross join lateral (
      select r.tenant, r.recipient, r.due_at from belfry.reminders r
      where r.tenant = t.tenant and r.due_at < $1::timestamptz
        and ($3::smallint[] is null or r.bucket = any ($3)) and r.id <> all ($6::uuid[])
        and not exists (select from held where channel = '' and tenant in ('', t.tenant))
      order by r.due_at limit t.most
    ) fair
  ) h
  group by h.tenant, h.recipient
),
counted as materialized (
  select h.*, sum(c.count) over (order by h.due_at, h.tenant, h.recipient) - c.count as before
  from heads h
  cross join lateral (
    select count(*) as count from (
      select from belfry.reminders r
      where r.recipient = h.recipient and r.tenant = h.tenant and r.due_at < $1::timestamptz
      limit $7::integer
    ) late
  ) c
)
select m.id
from counted c
cross join lateral (
  select r.id from belfry.reminders r
  where r.recipient = c.recipient and r.tenant = c.tenant and r.due_at < $1::timestamptz
    and ($3::smallint[] is null or r.bucket = any ($3)) and r.id <> all ($6::uuid[])
  order by r.due_at limit $7::integer
) m
where c.before < $2::integer
