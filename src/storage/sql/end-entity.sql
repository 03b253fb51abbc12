-- Ends an entity (or removes it) with every reminder it has, and stops what they have under way. The caller has locked the
-- reminders by an earlier statement, so that what they fired is visible to this one.
--   $1–$3 tenant, type, id   $4 bucket   $5, $6 first and last id of its reminders   $7, $8 the reminders that were locked
--   $9 status (null: remove)   $10 reason   $11, $12 actor and action for the audit trail   $13 lock
with instant as materialized (select belfry.now() as now),
it as (
  update belfry.entities set status = $9, version = version + 1, updated_at = (select now from instant)
  where tenant = $1 and type = $2 and id = $3 and $9::text is not null and status is distinct from $9
  returning version
),
removed as (
  delete from belfry.entities where tenant = $1 and type = $2 and id = $3 and $9::text is null
  returning version
),
dropped as (
  -- what a trigger has asked for and nobody has resolved is cancelled too
  delete from belfry.requests
  where entity_lock = $13::bigint and tenant = $1 and failed_at is null
),
ended as (
  delete from belfry.reminders r using unnest($7::smallint[], $8::uuid[]) as k(bucket, id)
  where r.bucket = k.bucket and r.id = k.id
  returning r.*
),
recorded as (
  insert into belfry.deliveries as d (
    at, due_at, occurrence_key, useful_until, created_at, generation, bucket, critical, reminder, tenant, entity_type,
    entity_id, kind, recipient, occurrence, channel, state, reason, title, body, data)
  select i.now, coalesce(r.due_at, i.now), r.occurrence_key, r.useful_until, r.created_at, r.generation, r.bucket, r.critical,
    r.id, r.tenant, r.entity_type, r.entity_id, r.kind, r.recipient, r.occurrence, coalesce(r.channels[1], ''), 'cancelled',
    $10, r.title, r.body, r.data
  from ended r cross join instant i
  -- A series that waits for the end of its ring has that ring in the ledger: it is stopped below, and one statement cannot
  -- write a row twice.
  where (
    select true from belfry.deliveries o
    where o.bucket = r.bucket and o.reminder = r.id and o.occurrence_key = r.occurrence_key
      and (o.state in ('pending', 'sending', 'unknown')) is true limit 1) is not true
  order by r.bucket, r.id, r.occurrence_key
  on conflict (bucket, reminder, occurrence_key) do update
    set state = excluded.state, reason = excluded.reason, at = excluded.at
    where d.state in ('cancelled', 'suppressed', 'expired', 'skipped')
  returning d.reminder, d.occurrence_key, d.channel, d.state, d.reason
),
found as materialized (
  select d.bucket, d.reminder, d.occurrence_key, d.state from belfry.deliveries d
  where d.bucket = $4 and d.reminder between $5 and $6 and d.state in ('pending', 'sending', 'unknown', 'sent')
    and (d.tenant = $1 and d.entity_type = $2 and d.entity_id = $3 and d.channel <> 'hand') is true
),
stopped as (
  -- Joined by the key and nothing else: what was taken or concluded since this statement began is met as it is now. By its
  -- place, or with a condition on its state, it would be left out, and the answer would not name it.
  update belfry.deliveries d set
    state = case when d.state <> 'pending' then d.state when d.lost > 0 then 'unknown' else 'cancelled' end,
    reason = case when d.state <> 'pending' then d.reason when d.lost > 0 then 'outcome_unknown' else $10 end,
    attention_at = case when d.state = 'pending' and d.lost > 0 then (select now from instant) else d.attention_at end,
    pending_at = null,
    stopped = case when d.state = 'pending' then d.lost > 0 else d.stopped or d.state in ('sending', 'unknown') end
  from found f
  where d.bucket = f.bucket and d.reminder = f.reminder and d.occurrence_key = f.occurrence_key and f.state <> 'sent'
  returning d.reminder, d.occurrence_key, d.channel, d.state, d.reason, d.attention_at
),
shown as (
  -- In the inbox what is done is done; what was snoozed does not come back.
  update belfry.inbox i set
    done_at = case when $10 = 'completed' then t.now end,
    read_at = coalesce(i.read_at, t.now),
    archived_at = case when $10 = 'completed' then i.archived_at else t.now end,
    snoozed_until = null
  from instant t
  where i.bucket = $4 and i.reminder between $5 and $6 and (i.tenant = $1) is true and i.done_at is null
    and ($10 = 'completed' or i.snoozed_until is not null)
),
told as (
  insert into belfry.events (at, tenant, type, channel, reason, count, reminders, occurrence_keys)
  select (select now from instant), $1, 'delivery.' || t.state, t.channel, t.reason, count(*), array_agg(t.reminder), array_agg(t.occurrence_key)
  from (
    select reminder, occurrence_key, channel, state, reason from recorded
    union all
    select reminder, occurrence_key, channel, state, reason from stopped
    where state = 'cancelled' and reason = $10 or state = 'unknown' and attention_at = (select now from instant)
  ) t
  group by t.state, t.channel, t.reason
),
audited as (
  insert into belfry.audit (at, tenant, actor, action, entity_type, entity_id)
  select now, $1, $11, $12, $2, $3 from instant
)
select 'entity' as what, null::uuid as reminder, null::text as occurrence_key, null::text as state from it
union all
select 'entity', null, null, null from removed
union all
select 'ended', id, occurrence_key::text, 'cancelled' from ended
union all
select 'stopped', reminder, occurrence_key::text, state from stopped
union all
select 'sent', reminder, occurrence_key::text, state from found where state = 'sent'
