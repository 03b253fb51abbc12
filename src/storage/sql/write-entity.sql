-- Writes an entity and what became of its reminders, apart from those that ring (schedule.sql has written them): ends what is
-- not wanted any more, records what never rang, and stops what earlier moments still have under way.
--   $1–$3 tenant, type, id   $4 anchors   $5 at, ms   $6 tz version   $7 steps   $8 plan   $9 late policy   $10 critical
--   $11 channels   $12 title   $13 body   $14 data   $15 time anchor
--   $16, $17 members and their steps   $18, $19 reminders that end   $20 reason
--   $21–$29 occurrences that never rang: bucket, reminder, key, kind, recipient, occurrence, due ms, reason, generation
--   $30, $31 reminders and the occurrence of each that goes on   $36–$38 bucket, first and last id of its reminders
--   $32 does anything of the entity itself change?   $33–$35 actor, action and data for the audit trail
with instant as materialized (select belfry.now() as now),
entity as (
  insert into belfry.entities as e (
    tenant, type, id, anchors, at, tz_version, steps, plan, late_policy, critical, channels, title, body, data, time_anchor,
    created_at, updated_at)
  select $1, $2, $3, $4::jsonb, to_timestamp($5::float8 / 1000), $6, $7::jsonb, $8, $9, $10::boolean, $11::jsonb, $12, $13,
    $14::jsonb, $15, now, now
  from instant where $32::boolean
  on conflict (tenant, type, id) do update set
    anchors = excluded.anchors, at = excluded.at, tz_version = excluded.tz_version, steps = excluded.steps,
    plan = excluded.plan, late_policy = excluded.late_policy, critical = excluded.critical, channels = excluded.channels,
    title = excluded.title, body = excluded.body, data = excluded.data, time_anchor = excluded.time_anchor,
    status = 'active', version = e.version + 1, updated_at = excluded.updated_at
  returning e.version
),
left_out as (
  delete from belfry.entity_recipients m
  where m.tenant = $1 and m.type = $2 and m.id = $3 and m.recipient <> all ($16::text[])
),
joined as (
  insert into belfry.entity_recipients as m (tenant, type, id, recipient, steps)
  select $1, $2, $3, u.recipient, u.steps from unnest($16::text[], $17::jsonb[]) as u(recipient, steps)
  on conflict (tenant, type, id, recipient) do update set steps = excluded.steps
  where m.steps is distinct from excluded.steps
),
ended as (
  delete from belfry.reminders r using unnest($18::smallint[], $19::uuid[]) as k(bucket, id)
  where r.bucket = k.bucket and r.id = k.id
  returning r.*
),
silent as materialized (
  select u.* from unnest($21::smallint[], $22::uuid[], $23::bigint[], $24::text[], $25::text[], $26::text[], $27::float8[],
    $28::text[], $29::integer[]) as u(bucket, reminder, key, kind, recipient, occurrence, due_ms, reason, generation)
  where (
    select true from belfry.deliveries b
    where b.bucket = u.bucket and b.reminder = u.reminder
      and (b.occurrence = u.occurrence and b.state not in ('cancelled', 'suppressed', 'expired', 'skipped')) is true
    limit 1) is not true
),
recorded as (
  insert into belfry.deliveries as d (
    at, due_at, occurrence_key, useful_until, created_at, generation, bucket, critical, reminder, tenant, entity_type,
    entity_id, kind, recipient, occurrence, channel, state, reason, title, body, data)
  select i.now, n.due_at, n.occurrence_key, n.useful_until, n.created_at, n.generation, n.bucket, $10::boolean, n.reminder, $1,
    $2, $3, n.kind, n.recipient, n.occurrence, n.channel, n.state, n.reason, n.title, n.body, n.data
  from instant i cross join (
    select coalesce(r.due_at, r.created_at) as due_at, r.occurrence_key, r.useful_until, r.created_at, r.generation, r.bucket,
      r.id as reminder, r.kind, r.recipient, r.occurrence, coalesce(r.channels[1], '') as channel, 'cancelled' as state,
      $20::text as reason, r.title, r.body, r.data
    from ended r
    where (r.id, r.occurrence_key) not in (select reminder, key from silent)
    union all
    select to_timestamp(u.due_ms / 1000), u.key, null, null, u.generation, u.bucket, u.reminder, u.kind, u.recipient,
      u.occurrence, '', 'skipped', u.reason, $12, null, null
    from silent u
  ) n
  order by n.bucket, n.reminder, n.occurrence_key
  on conflict (bucket, reminder, occurrence_key) do update
    set state = excluded.state, reason = excluded.reason, at = excluded.at
    -- what was tried, or came too late, stays on record
    where d.state in ('cancelled', 'skipped')
      and (d.state, d.reason) is distinct from (excluded.state, excluded.reason)
  returning d.reminder, d.occurrence_key, d.occurrence, d.channel, d.state, d.reason
),
stopped as (
  update belfry.deliveries d set
    state = case when d.state <> 'pending' then d.state when d.lost > 0 then 'unknown' else 'cancelled' end,
    reason = case when d.state <> 'pending' then d.reason when d.lost > 0 then 'outcome_unknown' else $20 end,
    attention_at = case when d.state = 'pending' and d.lost > 0 then (select now from instant) else d.attention_at end,
    pending_at = null,
    stopped = d.state <> 'pending' or d.lost > 0
  -- of the whole plan: also what was dropped from it, or is for somebody who was, and has fired already
  where d.bucket = $36 and d.reminder between $37 and $38 and d.state in ('pending', 'sending', 'unknown') and not d.stopped
    and d.step is not null and (d.tenant = $1 and d.entity_type = $2 and d.entity_id = $3) is true
    and not exists (
      select from unnest($30::uuid[], $31::text[]) as k(id, occurrence)
      where k.id = d.reminder and k.occurrence = d.occurrence)
  returning d.reminder, d.occurrence_key, d.channel, d.state, d.reason, d.attention_at
),
unsnoozed as (
  -- What was snoozed and goes on at another moment does not come back at that one.
  update belfry.inbox i set archived_at = (select now from instant), snoozed_until = null
  where i.bucket = $36 and i.reminder between $37 and $38 and (i.tenant = $1) is true and i.snoozed_until is not null
    and not exists (
      select from unnest($30::uuid[], $31::text[]) as k(id, occurrence)
      join belfry.deliveries d on d.bucket = i.bucket and d.reminder = i.reminder and d.occurrence_key = i.occurrence_key
      where k.id = i.reminder and k.occurrence = d.occurrence)
    -- of the plan, not what was scheduled by itself
    and exists (
      select from belfry.deliveries d
      where d.bucket = i.bucket and d.reminder = i.reminder and d.occurrence_key = i.occurrence_key and d.step is not null)
),
told as (
  insert into belfry.events (at, tenant, type, channel, reason, count, reminders, occurrence_keys)
  select (select now from instant), $1, 'delivery.' || t.state, t.channel, t.reason, count(*), array_agg(t.reminder), array_agg(t.occurrence_key)
  from (
    select reminder, occurrence_key, channel, state, reason from recorded
    union all
    select reminder, occurrence_key, channel, state, reason from stopped
    where state = 'cancelled' or state = 'unknown' and attention_at = (select now from instant)
  ) t
  group by t.state, t.channel, t.reason
),
audited as (
  insert into belfry.audit (at, tenant, actor, action, entity_type, entity_id, data)
  select now, $1, $33, $34, $2, $3, $35::jsonb from instant
)
select 'entity' as what, null::uuid as reminder, null::text as occurrence_key, null::text as state, version from entity
union all
select 'recorded', reminder, null, reason, null from recorded
union all
select 'stopped', reminder, occurrence_key::text, state, null from stopped
