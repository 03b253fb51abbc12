-- One delivery, locked, for an operator's decision.
select d.bucket, d.reminder, d.occurrence_key::text, d.state, d.attempt, d.tries, d.lost, d.critical, d.repeatable, d.parked, d.stopped, d.channel, d.fallback, d.occurrence,
  d.generation
from belfry.deliveries d
where d.bucket = $1 and d.reminder = $2 and d.occurrence_key = $3 and d.tenant = $4
for update
