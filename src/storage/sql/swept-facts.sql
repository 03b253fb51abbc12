-- What Belfry knows of reminders that a sweep may write, in the order they were asked about: the one that is still to come, and
-- from the ledger the latest, the mark by hand that stands for all, what began, and the highest generation. A moment that gave
-- way to another one was not reminded of.
--   $1 tenant   $2, $3 bucket, id   $4 whether what began is asked for
select r.occurrence as waiting, r.useful_until_ms as "waitingUntilMs", d.last, d.last_ms as "lastMs", d.hand_ms as "handMs",
  case when k.all_of_it then d.begun end as begun, greatest(d.generation, r.generation, 0) as generation
from unnest($2::smallint[], $3::uuid[], $4::boolean[]) with ordinality as k(bucket, id, all_of_it, n)
left join lateral (
  select r.occurrence, r.generation, date_part('epoch', r.useful_until) * 1000 as useful_until_ms
  from belfry.reminders r where r.bucket = k.bucket and r.id = k.id and (r.tenant = $1) is true limit 1
) r on true
cross join lateral (
  select max(d.generation) as generation,
    (array_agg(d.occurrence order by d.at desc, d.generation desc) filter (where d.reason is distinct from 'moved'))[1] as last,
    date_part('epoch', max(d.at) filter (where d.reason is distinct from 'moved')) * 1000 as last_ms,
    date_part('epoch', max(d.at) filter (where d.channel = 'hand' and d.occurrence = 'once'
      and d.state not in ('cancelled', 'suppressed', 'expired', 'skipped'))) * 1000 as hand_ms,
    array_agg(d.occurrence) filter (where d.state not in ('cancelled', 'suppressed', 'expired', 'skipped')) as begun
  from belfry.deliveries d
  where d.bucket = k.bucket and d.reminder = k.id and (d.tenant = $1) is true
) d
order by k.n
