-- How much is due or being sent right now, as far as a thousand of each.
select (
  (select count(*) from (select from belfry.reminders where due_at <= belfry.now() limit 1000) due)
  + (select count(*) from (select from belfry.deliveries where pending_at <= belfry.now() limit 1000) waiting)
  + (select coalesce(sum(cardinality(reminders)), 0) from belfry.claims)
)::integer as open
