-- Attempts of several deliveries, the oldest of each first, by their keys.
--   $1–$3 keys
select k.n::integer as n, a.attempt, a.outcome, a.reply, a.took_ms, a.worker, date_part('epoch', a.at) * 1000 as at_ms
from unnest($1::smallint[], $2::uuid[], $3::bigint[]) with ordinality as k(bucket, reminder, key, n)
cross join lateral (
  select a.* from belfry.attempts a
  where a.bucket = k.bucket and a.reminder = k.reminder and a.occurrence_key = k.key
  order by a.attempt, a.outcome in ('delivered', 'settled'), a.at
  limit 100
) a
order by k.n, a.attempt, a.outcome in ('delivered', 'settled'), a.at
