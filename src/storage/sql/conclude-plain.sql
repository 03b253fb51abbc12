-- The usual result, for a whole batch: delivered at the first try. The same as conclude.sql with nothing to decide, at two
-- thirds of its cost.
--   $1–$3 key   $4 took ms   $5, $6 claims that are finished
with finished as (
  delete from belfry.claims c using unnest($5::smallint[], $6::bigint[]) as k(bucket, id)
  where c.bucket = k.bucket and c.id = k.id
),
results as materialized (
  select * from unnest($1::smallint[], $2::uuid[], $3::bigint[], $4::integer[]) as r(bucket, reminder, key, took_ms)
  order by bucket, reminder, key
),
concluded as (
  update belfry.deliveries d set
    state = 'sent', reason = null, attention_at = null, pending_at = null, took_ms = r.took_ms
  from results r
  where d.bucket = r.bucket and d.reminder = r.reminder and d.occurrence_key = r.key and d.attempt = 1
    and (d.state in ('sending', 'unknown')
      -- a late "delivered" for what waits to be tried again under the same attempt
      or d.state = 'pending' and d.lost > 0)
  returning d.tenant, d.channel, d.reminder, d.occurrence_key, d.state, d.reason, d.stopped
),
told as (
  insert into belfry.events (at, tenant, type, channel, reason, count, reminders, occurrence_keys)
  select belfry.now(), t.tenant, 'delivery.sent', t.channel, null, count(*), array_agg(t.reminder), array_agg(t.occurrence_key)
  from concluded t
  group by t.tenant, t.channel
)
select reminder, occurrence_key::text, state, reason, stopped, channel from concluded
