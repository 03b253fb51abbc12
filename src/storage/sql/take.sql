-- Takes waiting deliveries (retries, further channels, what found no free place) as `fire` takes reminders: in order of
-- time within each lane (channel and tenant), under a new attempt number and a lease. One that waits after an outcome that
-- nobody knows (lost > 0), and will not be tried again, stays unknown: it may have been sent.
-- With one of a bundle come all of its members that wait, or none: where somebody's open transaction holds one, or the result
-- of one is not written yet, the others stay behind everybody else. What waits to be put together (the zero id) is for `coalesce`.
--   $1–$4 lanes: channel, tenant, how many, repeatable    $5 needs an address    $6 worker    $7 lease, ms    $8 only of this kind
with instant as materialized (select belfry.now() as now),
held as materialized (select tenant, channel from belfry.holds),
heads as materialized (
  select d.*, l.repeatable, l.needs_address, true as whole
  from instant i
  cross join unnest($1::text[], $2::text[], $3::integer[], $4::boolean[], $5::boolean[])
    as l(channel, tenant, most, repeatable, needs_address)
  cross join lateral (
    select d.bucket, d.reminder, d.occurrence_key, d.tenant, d.recipient, d.channel, d.kind, d.entity_type, d.useful_until, d.lost,
      d.bundle, d.pending_at
    from belfry.deliveries d
    where d.channel = l.channel and d.tenant = l.tenant and d.pending_at <= i.now
      and ($8::text is null or d.kind = $8 and d.bundle is null) is true
      and (d.bundle is distinct from '00000000-0000-0000-0000-000000000000') is true
      and not exists (
        select from held h where h.tenant in ('', d.tenant) and h.channel in ('', d.channel))
    order by d.pending_at limit l.most
    for update skip locked
  ) d
),
bundles as materialized (
  -- as many as make a batch: a hundred places must not become ten thousand rows
  select b.*, sum(b.size) over (order by b.first_at, b.bundle) - b.size as before
  from (
    select h.bundle, h.repeatable, h.needs_address, min(h.pending_at) as first_at, x.buckets, x.reminders, x.occurrence_keys,
      cardinality(x.reminders) as size
    from heads h
    cross join lateral (select x.* from belfry.bundles x where x.id = h.bundle limit 1) x
    where h.bundle is not null
    group by h.bundle, h.repeatable, h.needs_address, x.buckets, x.reminders, x.occurrence_keys
  ) b
),
members as materialized (
  select m.*, b.repeatable, b.needs_address, bool_and(m.bucket is not null) over (partition by b.bundle) as whole
  from bundles b
  cross join lateral unnest(b.buckets, b.reminders, b.occurrence_keys) as k(bucket, reminder, key)
  cross join lateral (
    select from belfry.deliveries d
    where d.bucket = k.bucket and d.reminder = k.reminder and d.occurrence_key = k.key
      and (d.bundle = b.bundle and (d.pending_at is not null or d.state = 'sending')) is true
    limit 1
  ) waiting
  left join lateral (
    select d.bucket, d.reminder, d.occurrence_key, d.tenant, d.recipient, d.channel, d.kind, d.entity_type, d.useful_until, d.lost,
      d.bundle, d.pending_at
    from belfry.deliveries d
    where d.bucket = k.bucket and d.reminder = k.reminder and d.occurrence_key = k.key
      and (d.bundle = b.bundle and d.pending_at is not null) is true
    limit 1
    for update skip locked
  ) m on true
  where b.before < 1000
),
behind as (
  update belfry.deliveries d set pending_at = i.now
  from members m cross join instant i
  where d.bucket = m.bucket and d.reminder = m.reminder and d.occurrence_key = m.occurrence_key and not m.whole
),
due as materialized (
  select d.bucket, d.reminder, d.occurrence_key, d.repeatable,
    case
      when d.useful_until < i.now then case when d.lost > 0 then 'unknown' else 'expired' end
      when m.muted then case when d.lost > 0 then 'unknown' else 'suppressed' end
      when d.channel = 'in_app' then 'sent'
      when d.needs_address and (a.address is null or a.suspended_at is not null) then
        case when d.lost > 0 then 'unknown' else 'suppressed' end
      else 'sending'
    end as state, a.address, m.muted
  from instant i
  cross join (
    select * from heads where bundle is null
    union all
    select * from members where whole
  ) d
  left join lateral (
    select a.address, a.suspended_at from belfry.addresses a
    where a.tenant = d.tenant and a.recipient = d.recipient and a.channel = d.channel limit 1
  ) a on true
  -- switched off meanwhile, or before: an occurrence that is opened again comes by this way too
  left join lateral (
    select true as muted from belfry.recipients p
    where p.tenant = d.tenant and p.id = d.recipient
      and p.muted is not null and p.muted && belfry.switches(d.entity_type, d.kind, d.channel) limit 1
  ) m on true
),
taken as (
  update belfry.deliveries d set
    state = t.state, pending_at = null, at = i.now, repeatable = t.repeatable, stopped = false,
    attempt = d.attempt + case when t.state in ('sending', 'sent') then 1 else 0 end,
    attention_at = case when t.state = 'unknown' then i.now end,
    reason = case t.state when 'expired' then 'too_late' when 'unknown' then 'outcome_unknown'
      when 'suppressed' then case when t.muted then 'preference_off' when t.address is null then 'no_address' else 'address_suspended' end end
  from due t cross join instant i
  where d.bucket = t.bucket and d.reminder = t.reminder and d.occurrence_key = t.occurrence_key
  returning d.*, t.address
),
shown as (
  insert into belfry.inbox (tenant, recipient, bucket, reminder, occurrence_key, at, title, body, data)
  select tenant, recipient, bucket, reminder, occurrence_key, at, title, body, data
  from taken where channel = 'in_app' and state = 'sent'
  on conflict do nothing
),
rung_again as (
  -- a snoozed ring takes the place of the one that was snoozed
  update belfry.inbox i set archived_at = t.at, snoozed_until = null
  from (select distinct bucket, reminder, at from taken where adjusted = 'snoozed') t
  where i.bucket = t.bucket and i.reminder = t.reminder and i.snoozed_until is not null
),
told as (
  insert into belfry.events (at, tenant, type, channel, reason, count, reminders, occurrence_keys)
  select (select now from instant), t.tenant, 'delivery.' || t.state, t.channel, t.reason, count(*), array_agg(t.reminder), array_agg(t.occurrence_key)
  from taken t where t.state <> 'sending'
  group by t.tenant, t.state, t.channel, t.reason
),
claim as (
  insert into belfry.claims (bucket, worker, expires_at, buckets, reminders, occurrence_keys, attempts)
  select min(bucket), $6, clock_timestamp() + $7::float8 * interval '1 ms',
    array_agg(bucket), array_agg(reminder), array_agg(occurrence_key), array_agg(attempt)
  from taken where state = 'sending' having count(*) > 0
  returning bucket, id
)
select
  'fired' as what, f.delay_ms, f.bucket, f.reminder, f.occurrence_key::text, f.attempt, f.tries, f.lost, f.critical, f.parked,
  f.repeatable, f.fallback, f.tenant, f.entity_type, f.entity_id, f.kind, f.recipient, f.occurrence, f.generation,
  f.channel, f.state, f.title, f.body, f.data, date_part('epoch', f.due_at) * 1000 as due_ms,
  date_part('epoch', f.at) * 1000 as at_ms, date_part('epoch', f.useful_until) * 1000 as useful_until_ms,
  r.timezone, r.locale, f.address, (select bucket from claim) as claim_bucket, (select id::text from claim) as claim, f.bundle
from taken f
left join lateral (
  select r.timezone, r.locale from belfry.recipients r where r.tenant = f.tenant and r.id = f.recipient limit 1
) r on true
