-- The next moment at which something becomes due or stops waiting, after now.
select (extract(epoch from least(
  (select due_at from belfry.reminders where due_at > belfry.now() order by due_at limit 1),
  (select min(pending_at) from belfry.deliveries where pending_at > belfry.now() and pending_at < 'infinity')
)) * 1000)::float8 as ms
