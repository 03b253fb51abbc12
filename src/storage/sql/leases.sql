-- What workers are sending right now: batches, deliveries in them, and when the first of their leases runs out. A table of a few rows.
select worker, count(*)::integer as batches, sum(cardinality(reminders))::integer as deliveries,
  date_part('epoch', min(expires_at)) * 1000 as expires_ms
from belfry.claims
group by worker
order by worker
