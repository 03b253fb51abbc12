-- What one person has missed on Telegram since their address was suspended: how much, and the latest of it. The message that was
-- turned away began a little before. Looks at $5 rows of theirs at the most.
--   $1 tenant   $2 recipient   $3 since   $4 how many to name   $5 how many to look at
with walked as materialized (
  select d.at, d.due_at, d.title, d.body, d.entity_id, d.channel, d.state, d.reason from belfry.deliveries d
  where d.recipient = $2 and d.tenant = $1 and d.at >= $3::timestamptz - interval '1 minute'
  order by d.at desc
  limit $5::integer
),
missed as materialized (
  select w.* from walked w
  where w.channel = 'telegram'
    and (w.state = 'suppressed' and w.reason = 'address_suspended' or w.state = 'failed' and w.reason = 'address_gone')
)
select (select count(*)::integer from missed) as count, (select timezone from belfry.recipients where tenant = $1 and id = $2),
  (select locale from belfry.recipients where tenant = $1 and id = $2),
  (select coalesce(json_agg(json_build_object('ms', date_part('epoch', l.due_at) * 1000, 'title', coalesce(l.title, l.body, l.entity_id))
     order by l.due_at desc), '[]')
   from (select * from missed order by due_at desc limit $4::integer) l) as latest
