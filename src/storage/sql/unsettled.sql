-- How much is due or being sent right now, as far as a thousand of each, and the sweeps that are due or run.
select (
  (select count(*) from (select from belfry.reminders where due_at <= belfry.now() limit 1000) due)
  + (select count(*) from (select from belfry.deliveries where pending_at <= belfry.now() limit 1000) waiting)
  + (select coalesce(sum(cardinality(reminders)), 0) from belfry.claims)
  + (select count(*) from belfry.sweeps where next_at <= belfry.now() and tenant <> '')
  + (select count(*) from belfry.runs r where r.state = 'running' and r.tenant <> ''
     and exists (select from pg_stat_activity a where a.application_name = 'belfry sweep ' || r.id))
)::integer as open
