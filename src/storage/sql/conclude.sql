-- Applies what engine/conclude.ts decided. Each row brings two decisions: for a delivery that runs on, and for one that
-- somebody stopped meanwhile; which of them holds is seen here, under the row's lock. A row whose attempt is another
-- belongs to somebody else and is left alone.
--   $1–$4 key and attempt   $5–$7 state, reason, retry after ms   $8, $9 state and reason if stopped
--   $10 took ms   $11 tries   $12 lost   $13, $14 outcome and reply for the attempt's row (null: a plain first success)
--   $15 worker    $16, $17 claims that are finished
with instant as materialized (select belfry.now() as now),
finished as (
  delete from belfry.claims c using unnest($16::smallint[], $17::bigint[]) as k(bucket, id)
  where c.bucket = k.bucket and c.id = k.id
),
results as materialized (
  select * from unnest(
    $1::smallint[], $2::uuid[], $3::bigint[], $4::integer[], $5::text[], $6::text[], $7::float8[], $8::text[], $9::text[],
    $10::integer[], $11::smallint[], $12::smallint[], $13::text[], $14::text[])
    as r(bucket, reminder, key, attempt, state, reason, retry_ms, stopped_state, stopped_reason,
      took_ms, tries, lost, outcome, reply)
  order by bucket, reminder, key
),
concluded as (
  update belfry.deliveries d set
    state = case when d.stopped then r.stopped_state
      when r.state = 'pending' and i.now + r.retry_ms * interval '1 ms' > d.useful_until
        then case when r.lost > 0 then 'unknown' else 'failed' end
      else r.state end,
    reason = case when d.stopped then r.stopped_reason
      when r.state = 'pending' and i.now + r.retry_ms * interval '1 ms' > d.useful_until
        then case when r.lost > 0 then 'outcome_unknown' else 'retry_too_late' end
      else r.reason end,
    pending_at = case when r.state = 'pending' and not d.stopped
        and (i.now + r.retry_ms * interval '1 ms' > d.useful_until) is not true
      then i.now + r.retry_ms * interval '1 ms' end,
    attention_at = case
      when case when d.stopped then r.stopped_state else r.state end in ('failed', 'unknown', 'quarantined') then i.now
      when not d.stopped and r.state = 'pending' and i.now + r.retry_ms * interval '1 ms' > d.useful_until then i.now
      end,
    took_ms = r.took_ms, tries = r.tries, lost = r.lost
  from results r cross join instant i
  where d.bucket = r.bucket and d.reminder = r.reminder and d.occurrence_key = r.key and d.attempt = r.attempt
    and (d.state = 'sending'
      or d.state = 'unknown' and r.state <> 'unknown'
      -- a late "delivered" for what waits to be tried again under the same attempt
      or d.state = 'pending' and d.lost > 0 and r.state = 'sent')
  returning d.tenant, d.channel, d.bucket, d.reminder, d.occurrence_key, d.state, d.reason, d.stopped, d.attempt,
    d.at, r.took_ms, r.outcome,
    case when not d.stopped then r.reply end as reply
),
attempted as (
  insert into belfry.attempts (bucket, reminder, occurrence_key, attempt, at, took_ms, worker, outcome, reply)
  select bucket, reminder, occurrence_key, attempt, at, took_ms, $15, outcome, reply
  from concluded where outcome is not null
  on conflict do nothing
),
told as (
  insert into belfry.events (at, tenant, type, channel, reason, count, reminders, occurrence_keys)
  select (select now from instant), t.tenant, case t.state when 'pending' then 'delivery.deferred' else 'delivery.' || t.state end, t.channel, t.reason, count(*), array_agg(t.reminder), array_agg(t.occurrence_key)
  from concluded t
  -- waiting for one's turn is nothing to tell
  where t.state <> 'pending' or t.outcome is not null
  group by t.tenant, t.state, t.channel, t.reason
)
select reminder, occurrence_key::text, state, reason, stopped, channel from concluded
