-- What the ledger has of occurrences: has it begun, and if not, why was it not sent?
select k.id, exists (
  select from belfry.deliveries d
  where d.bucket = k.bucket and d.reminder = k.id
    and d.state not in ('cancelled', 'suppressed', 'expired', 'skipped')
    and d.generation >= k.since and (d.occurrence = k.occurrence or d.channel = 'hand' and d.occurrence = 'once')) as begun,
  (select d.reason from belfry.deliveries d
   where d.bucket = k.bucket and d.reminder = k.id and d.occurrence = k.occurrence
   order by d.generation desc, d.at desc limit 1) as reason
from unnest($1::smallint[], $2::uuid[], $3::text[], $4::integer[]) as k(bucket, id, occurrence, since)
