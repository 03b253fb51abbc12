-- The next moment at which something becomes due or stops waiting, or a sweep runs, after now. Belfry's own sweeps need no stop
-- on the way: they run whenever the clock has passed their moment.
select (extract(epoch from least(
  (select due_at from belfry.reminders where due_at > belfry.now() order by due_at limit 1),
  (select min(pending_at) from belfry.deliveries where pending_at > belfry.now() and pending_at < 'infinity'),
  (select next_at from belfry.sweeps where next_at > belfry.now() and tenant <> '' order by next_at limit 1)
)) * 1000)::float8 as ms
