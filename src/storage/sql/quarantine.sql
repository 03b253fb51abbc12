-- Sets a reminder aside for good: the ledger row has none of its content, because the content may be what is wrong.
with ended as (
  delete from belfry.reminders where bucket = $1 and id = $2 returning *
),
quarantined as (
  insert into belfry.deliveries as d (
    at, due_at, occurrence_key, attention_at, generation, bucket, reminder, tenant, entity_type, entity_id, kind, recipient,
    occurrence, channel, state, reason)
  select belfry.now(), coalesce(due_at, belfry.now()), occurrence_key, belfry.now(), generation, bucket, id, tenant,
    entity_type, entity_id, kind, recipient, occurrence, coalesce(channels[1], ''), 'quarantined', 'poison'
  from ended
  on conflict (bucket, reminder, occurrence_key) do update
    set state = 'quarantined', reason = 'poison', at = excluded.at, attention_at = excluded.attention_at
    where d.state in ('cancelled', 'suppressed', 'expired', 'skipped')
  returning d.tenant, d.reminder, d.occurrence_key, d.channel, d.state, d.reason
),
told as (
  insert into belfry.events (at, tenant, type, channel, reason, count, reminders, occurrence_keys)
  select belfry.now(), t.tenant, 'delivery.' || t.state, t.channel, t.reason, count(*), array_agg(t.reminder), array_agg(t.occurrence_key)
  from quarantined t
  group by t.tenant, t.state, t.channel, t.reason
)
select count(*)::integer as quarantined from quarantined
