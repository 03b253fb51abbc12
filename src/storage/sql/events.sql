-- What happened, the oldest first, after the cursor ($2–$4: transaction, row, and how many items of that row were read). Only rows
-- below the oldest transaction that is still open are looked at: whatever commits later has a higher number. $7 rows at the most
-- are looked at, and of those only as many are unfolded into items as are wanted. The last row of the answer says how far this
-- look went, and whether the cursor is from a future that this database does not know (it was restored).
--   $1 tenant   $5 types of belfry.events (null: all)   $6 actions of belfry.audit (null: all)   $7 rows   $8 items
with horizon as materialized (
  select pg_snapshot_xmin(pg_current_snapshot()) as upto, pg_snapshot_xmax(pg_current_snapshot()) as next
),
looked as materialized (
  (select e.xid, e.id, e.at, e.type, null as actor, null as action, null as entity_type, null as entity_id, null as recipient,
    e.channel, e.reason, null::jsonb as data, e.count, e.reminders, e.occurrence_keys,
    $5::text[] is null or e.type = any ($5::text[]) as wanted
  from belfry.events e
  where e.tenant = $1 and (e.xid, e.id) >= ($2::xid8, $3::bigint) and e.xid < (select upto from horizon)
  order by e.xid, e.id limit $7)
  union all
  (select a.xid, a.id, a.at, null, a.actor, a.action, a.entity_type, a.entity_id, a.recipient, null, null, a.data, 1,
    array[a.reminder], null, $6::text[] is null or a.action = any ($6::text[])
  from belfry.audit a
  where a.tenant = $1 and (a.xid, a.id) >= ($2::xid8, $3::bigint) and a.xid < (select upto from horizon)
  order by a.xid, a.id limit $7)
  order by xid, id limit $7
),
counted as materialized (
  select l.*, case when (l.xid, l.id) = ($2::xid8, $3::bigint) then $4::integer else 0 end as read,
    sum(case when l.wanted then l.count - case when (l.xid, l.id) = ($2::xid8, $3::bigint) then $4::integer else 0 end else 0 end)
      over (order by l.xid, l.id rows between unbounded preceding and 1 preceding) as before
  from looked l
)
(select c.xid::text, c.id::text, u.n::integer as n, c.type, c.actor, c.action, c.entity_type, c.entity_id, c.recipient, c.channel,
  c.reason, c.data, u.reminder, u.key::text as occurrence_key, date_part('epoch', c.at) * 1000 as at_ms, false as is_ahead
from counted c
cross join lateral (
  select u.* from unnest(c.reminders, c.occurrence_keys) with ordinality as u(reminder, key, n)
  where u.n > c.read order by u.n limit $8
) u
where c.wanted and coalesce(c.before, 0) < $8
order by c.xid, c.id, u.n
limit $8)
union all
(select l.xid::text, l.id::text, l.count, null, null, null, null, null, null, null, null, null, null, null, null, false
from looked l order by l.xid desc, l.id desc limit 1)
union all
select null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, true
from horizon where $2::xid8 > next
