-- Deliveries of reminders that were due before this database came back: each channel may have been sent, and nobody can know.
-- A later channel whose time has not come waits for it; a fallback stands by; what was switched off, or marked by hand before,
-- is what a fire would have made of it. An occurrence that had begun before stays as it is. Answers how many are unknown.
--   $1, $2 reminders   $3, $4 channels of those who chose none, and their delays
with instant as materialized (select belfry.now() as now),
planned as materialized (
  select r.*, c.n, c.channel, i.now, w.delays[c.n] as delay_ms, w.fallback as stand_in,
    case when c.n = 1 then r.occurrence_key else belfry.occurrence_key(r.occurrence, r.generation, c.channel) end as key,
    case
      when m.marked then 'skipped'
      when p.muted is not null and p.muted && belfry.switches(r.entity_type, r.kind, c.channel) then 'suppressed'
      when w.delays[c.n] < 0 then 'pending'
      when r.due_at + coalesce(w.delays[c.n], 0) * interval '1 ms' > i.now then 'pending'
      else 'unknown'
    end as state
  from (select * from unnest($1::smallint[], $2::uuid[]) as u(bucket, id)) k
  cross join instant i
  cross join lateral (select * from belfry.reminders r where r.bucket = k.bucket and r.id = k.id limit 1) r
  left join lateral (
    select p.channels, p.channel_delays, p.fallback, p.muted
    from belfry.recipients p where p.tenant = r.tenant and p.id = r.recipient limit 1
  ) p on true
  cross join lateral (
    select
      case when r.adjusted = 'in_app_only' then array['in_app'] else coalesce(r.channels, p.channels, $3::text[]) end as channels,
      case when r.adjusted = 'in_app_only' then null when r.channels is not null then r.channel_delays
        when p.channels is not null then p.channel_delays else $4::integer[] end as delays,
      case when r.channels is not null then r.fallback else p.fallback end as fallback
  ) w
  cross join lateral unnest(w.channels) with ordinality as c(channel, n)
  left join lateral (
    select true as marked from belfry.deliveries m
    where m.bucket = r.bucket and m.reminder = r.id and m.channel = 'hand'
      and m.state not in ('cancelled', 'suppressed', 'expired', 'skipped')
      and m.occurrence_key = belfry.occurrence_key('once', r.generation, '')
    limit 1
  ) m on true
  where not exists (
    select from belfry.deliveries b
    where b.bucket = r.bucket and b.reminder = r.id and b.occurrence_key = r.occurrence_key
      and b.state not in ('cancelled', 'suppressed', 'expired', 'skipped'))
),
recorded as (
  insert into belfry.deliveries as d (
    at, due_at, occurrence_key, pending_at, attention_at, useful_until, created_at, generation, attempt, delay_ms, bucket,
    critical, reminder, tenant, entity_type, entity_id, kind, recipient, occurrence, channel, state, reason, lost, fallback,
    title, body, data, planned_at, adjusted, step)
  select p.now, p.due_at, p.key,
    case when p.state <> 'pending' then null when p.delay_ms < 0 then 'infinity'
      else p.due_at + coalesce(p.delay_ms, 0) * interval '1 ms' end,
    case when p.state = 'unknown' then p.now end, p.useful_until, p.created_at, p.generation,
    case when p.state = 'unknown' then 1 else 0 end, p.delay_ms, p.bucket, p.critical, p.id, p.tenant, p.entity_type,
    p.entity_id, p.kind, p.recipient, p.occurrence, p.channel, p.state,
    case p.state when 'unknown' then 'restored' when 'skipped' then 'marked_by_hand' when 'suppressed' then 'preference_off' end,
    case when p.state = 'unknown' then 1 else 0 end, p.stand_in, p.title, p.body, p.data, p.planned_at, p.adjusted, p.step
  from planned p
  order by p.bucket, p.id, p.key
  on conflict (bucket, reminder, occurrence_key) do update set
    at = excluded.at, due_at = excluded.due_at, pending_at = excluded.pending_at, attention_at = excluded.attention_at,
    useful_until = excluded.useful_until, attempt = d.attempt + excluded.attempt, delay_ms = excluded.delay_ms,
    critical = excluded.critical, channel = excluded.channel, state = excluded.state, reason = excluded.reason,
    lost = excluded.lost, tries = 0, stopped = false, parked = false, fallback = excluded.fallback, title = excluded.title,
    body = excluded.body, data = excluded.data
  where d.state in ('cancelled', 'suppressed', 'expired', 'skipped') and excluded.state in ('unknown', 'pending')
  returning d.state
)
select count(*) filter (where state = 'unknown')::integer as unknown from recorded
