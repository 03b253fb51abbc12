-- Fires due reminders: writes a delivery for each channel and ends (or leaves, for repeating ones) the reminder's row.
-- What this statement commits as `sending` can no longer be cancelled. 25–30 ms for 1,000 on one core.
--
--   $1, $2  due time, from and to (null: the clock)   $3 how many    $4 buckets (null: all)
--   $5, $6  tenants and how many of each (null: in due order, whoever it is)
--   $7–$10  this worker's channels: name, free places, needs an address (null: takes one where there is one), repeatable
--   $11     channels of those who chose none, and their delays ($18)   $12 worker   $13 lease, ms    $14 reminders set aside
--   $15     only these    $16 only even (0) or odd (1) buckets, so that two fires at once do not try the same rows
--   $17     only of this kind    $19 how long each channel waits for more to one person, ms (null: not at all)    $20 all are late
--
-- The cut-off is computed once: clock_timestamp() inside the predicate would defeat the due index. Joins are lateral
-- look-ups by primary key, because the plan must not depend on what the statistics say of tables that fill and empty.
-- Rows are inserted in key order, and one whose key exists already is left out: engine/fire.ts looks at those.
with instant as materialized (
  select belfry.now() as now, coalesce($2::timestamptz, belfry.now()) as upto
),
held as materialized (select tenant, channel from belfry.holds),
here as materialized (
  select * from unnest($7::text[], $8::integer[], $9::boolean[], $10::boolean[], $19::float8[])
    as c(channel, room, needs_address, repeatable, within_ms)
),
due as materialized (
  select * from (
    select r.ctid as place, r.* from belfry.reminders r
    where $5::text[] is null and $15::uuid[] is null
      and r.due_at <= (select upto from instant) and r.due_at >= $1::timestamptz
      and ($4::smallint[] is null or r.bucket = any ($4))
      and r.id <> all ($14::uuid[]) and ($16::integer is null or (r.bucket & 1) = $16)
      and ($17::text is null or r.kind = $17)
      and not exists (select from held where channel = '' and tenant = '')
      and not exists (select from held where channel = '' and tenant = r.tenant)
    order by r.due_at limit $3::integer
    for update skip locked
  ) anyone
  union all
  select fair.* from unnest($5::text[], $6::integer[]) as t(tenant, most)
  cross join lateral (
    select r.ctid as place, r.* from belfry.reminders r
    where r.tenant = t.tenant
      and r.due_at <= (select upto from instant) and r.due_at >= $1::timestamptz
      and ($4::smallint[] is null or r.bucket = any ($4))
      and r.id <> all ($14::uuid[]) and ($16::integer is null or (r.bucket & 1) = $16)
      and ($17::text is null or r.kind = $17)
      and not exists (select from held where channel = '' and tenant in ('', t.tenant))
    order by r.due_at limit t.most
    for update skip locked
  ) fair
  where $15::uuid[] is null
  union all
  select named.* from unnest($15::uuid[]) as o(id)
  cross join lateral (
    select r.ctid as place, r.* from belfry.reminders r
    where r.bucket = belfry.bucket_of(o.id) and r.id = o.id
      and (r.due_at <= (select upto from instant) and r.due_at >= $1::timestamptz) is true
      and not exists (select from held where channel = '' and tenant in ('', r.tenant))
    limit 1
    for update skip locked
  ) named
),
paused as materialized (
  -- Of people who want to be left alone. `is not null` leaves only their own index, which is small or empty. Locked, so that
  -- whoever ends the pause comes before this and it rings, or after it and finds what was put off.
  select d.*, p.paused_until from due d cross join instant i
  cross join lateral (
    select p.paused_until from belfry.recipients p
    where p.tenant = d.tenant and p.id = d.recipient and p.paused_until is not null and p.paused_until > i.now limit 1
    for share
  ) p
),
put_off as (
  -- As if nobody had been there to ring it: the same occurrence, no longer useful than before.
  update belfry.reminders r set due_at = nullif(p.paused_until, 'infinity'), planned_at = coalesce(r.planned_at, r.due_at),
    adjusted = case when r.adjusted = 'snoozed' then 'snoozed' else 'paused' end, version = r.version + 1
  from paused p where r.ctid = p.place
),
ended as (
  -- by place: the rows are locked, so they are still there, and a look-up by key costs three times as much
  delete from belfry.reminders r using due d
  where r.ctid = d.place and d.repeat is null and (d.id in (select id from paused)) is not true
),
behind as materialized (
  -- A rule's occurrence whose successor is due too (or that is late, where missed ones are skipped) was missed: nothing is
  -- written, and engine/fire.ts moves the series on.
  select d.id from due d cross join instant i
  where d.repeat is not null and d.repeat ->> 'kind' = 'rule' and d.repeat ->> 'missed' <> 'all'
    and (d.id in (select id from paused)) is not true
    and (d.repeat #>> '{state,nextMs}' is not null
        and to_timestamp((d.repeat #>> '{state,nextMs}')::float8 / 1000) <= i.now
        and d.repeat #> '{state,main}' is null
      or d.repeat ->> 'missed' = 'skip' and d.due_at < i.now - interval '5 minutes')
),
chosen as (
  select d.*, c.n, c.channel, i.now, a.address, p.timezone as zone, p.locale, p.muted,
    w.delays[c.n] as delay_ms, w.fallback as stand_in,
    coalesce(d.repeat ->> 'kind', 'rule') <> 'rule' as parks, coalesce(l.repeatable, false) as repeatable,
    case when c.n = 1 then d.occurrence_key
      else belfry.occurrence_key(d.occurrence, d.generation, c.channel) end as key,
    h.held, l.within_ms,
    case
      when m.marked then 'skipped'
      when d.useful_until < i.now then 'expired'
      when p.muted is not null and p.muted && belfry.switches(d.entity_type, d.kind, c.channel) then 'suppressed'
      when w.delays[c.n] <> 0 then 'pending'
      when h.held then 'pending'
      when c.channel = 'in_app' then 'sent'
      when l.channel is null then 'pending'
      when l.needs_address and (a.address is null or a.suspended_at is not null) then 'suppressed'
      when row_number() over (partition by c.channel order by d.due_at) > l.room then 'pending'
      else 'sending'
    end as at_once
  from due d
  cross join instant i
  left join lateral (
    select p.channels, p.channel_delays, p.fallback, p.timezone, p.locale, p.muted
    from belfry.recipients p where p.tenant = d.tenant and p.id = d.recipient limit 1
  ) p on true
  -- delays and fallback are of whoever names the channels
  cross join lateral (
    select
      case when d.adjusted = 'in_app_only' then array['in_app'] else coalesce(d.channels, p.channels, $11::text[]) end as channels,
      case when d.adjusted = 'in_app_only' then null when d.channels is not null then d.channel_delays
        when p.channels is not null then p.channel_delays else $18::integer[] end as delays,
      case when d.channels is not null then d.fallback else p.fallback end as fallback
  ) w
  cross join lateral unnest(w.channels) with ordinality as c(channel, n)
  left join lateral (select * from here l where l.channel = c.channel limit 1) l on true
  left join lateral (
    select true as held from held h where h.channel = c.channel and h.tenant in ('', d.tenant) limit 1
  ) h on true
  left join lateral (
    select a.address, a.suspended_at from belfry.addresses a
    where coalesce(l.needs_address, l.channel is not null)
      and a.tenant = d.tenant and a.recipient = d.recipient and a.channel = c.channel limit 1
  ) a on true
  left join lateral (
    select true as marked from belfry.deliveries m
    -- `is true` leaves only the index of hand marks, which is small or empty; the primary key is neither
    where m.reminder = d.id and m.channel = 'hand' and (m.bucket = d.bucket) is true
      and m.state not in ('cancelled', 'suppressed', 'expired', 'skipped')
      and (m.occurrence_key = case d.generation when 1 then -8596428143045286171
        else belfry.occurrence_key('once', d.generation, '') end) is true
    limit 1
  ) m on true
  where (d.id in (select id from behind)) is not true and (d.id in (select id from paused)) is not true
),
planned as (
  select c.*, g.gathers, g.gather_at, case when g.gathers then 'pending' else c.at_once end as state,
    c.n = 1 and c.parks and c.at_once in ('sending', 'pending') and c.repeat #> '{state,main}' is null as waits
  from chosen c
  -- What is to be put together with others waits for them: late ones, held ones (they may be late by then, but not of a batch:
  -- perhaps nobody else is there to put them together), and where the channel says so all that stay useful for well longer than
  -- that. Of late ones the later channels too, each when its time has come. A critical one goes by itself.
  cross join lateral (
    select c.at_once in ('sending', 'pending') and not c.critical and c.channel <> 'in_app'
        and ($20::boolean or coalesce(c.delay_ms, 0) = 0 and (c.held is true and $17::text is null or w.gather_at is not null)) as gathers, w.gather_at
    from (
      select case when not $20
          and c.due_at + greatest(2 * c.within_ms, c.within_ms + 30000) * interval '1 ms' <= c.useful_until
        then c.due_at + c.within_ms * interval '1 ms' end as gather_at
    ) w
  ) g
),
parked as (
  -- A series that waits for the end of its ring: as park.sql does it. Where the ring has ended already, or was rung before,
  -- engine/fire.ts moves it on.
  update belfry.reminders r set due_at = null, version = r.version + 1, adjusted = nullif(r.adjusted, 'paused'),
    planned_at = case when r.adjusted in ('paused', 'snoozed') then null else r.planned_at end
  from planned p
  where r.ctid = p.place and p.waits
),
fired as (
  insert into belfry.deliveries (
    at, due_at, occurrence_key, pending_at, useful_until, created_at, generation, attempt, delay_ms, bucket, critical, parked,
    repeatable, reminder, tenant, entity_type, entity_id, kind, recipient, occurrence, channel, state, reason, fallback,
    title, body, data, planned_at, adjusted, step, bundle)
  select
    p.now, p.due_at, p.key,
    -- a delay of -1 is a fallback: it stands by until a channel has failed
    case when p.state <> 'pending' then null when p.delay_ms < 0 then 'infinity' when p.gathers then coalesce(p.gather_at, p.now + coalesce(p.delay_ms, 0) * interval '1 ms')
      else p.now + coalesce(p.delay_ms, 0) * interval '1 ms' end,
    p.useful_until, p.created_at, p.generation,
    case when p.state in ('sending', 'sent') then 1 else 0 end, p.delay_ms,
    p.bucket, p.critical, p.n = 1 and p.parks, p.repeatable,
    p.id, p.tenant, p.entity_type, p.entity_id, p.kind, p.recipient, p.occurrence, p.channel, p.state,
    case p.state when 'expired' then 'too_late' when 'skipped' then 'marked_by_hand'
      when 'suppressed' then case
        when p.muted is not null and p.muted && belfry.switches(p.entity_type, p.kind, p.channel) then 'preference_off'
        when p.address is null then 'no_address' else 'address_suspended' end end,
    p.stand_in, p.title, p.body, p.data, p.planned_at, p.adjusted, p.step,
    case when p.gathers then '00000000-0000-0000-0000-000000000000'::uuid end
  from planned p
  order by p.bucket, p.id, p.key
  on conflict (bucket, reminder, occurrence_key) do nothing
  returning at, bucket, reminder, occurrence_key, attempt, tenant, recipient, channel, state, reason, title, body, data, adjusted
),
shown as (
  insert into belfry.inbox (tenant, recipient, bucket, reminder, occurrence_key, at, title, body, data)
  select tenant, recipient, bucket, reminder, occurrence_key, at, title, body, data
  from fired where channel = 'in_app' and state = 'sent'
  on conflict do nothing
),
rung_again as (
  -- a snoozed ring takes the place of the one that was snoozed
  update belfry.inbox i set archived_at = f.at, snoozed_until = null
  from (select distinct bucket, reminder, at from fired where adjusted = 'snoozed') f
  where i.bucket = f.bucket and i.reminder = f.reminder and i.snoozed_until is not null
),
told as (
  insert into belfry.events (at, tenant, type, channel, reason, count, reminders, occurrence_keys)
  select (select now from instant), t.tenant, 'delivery.' || t.state, t.channel, t.reason, count(*), array_agg(t.reminder), array_agg(t.occurrence_key)
  from fired t where t.state not in ('sending', 'pending')
  group by t.tenant, t.state, t.channel, t.reason
),
claim as (
  insert into belfry.claims (bucket, worker, expires_at, buckets, reminders, occurrence_keys, attempts)
  select min(bucket), $12, clock_timestamp() + $13::float8 * interval '1 ms',
    array_agg(bucket), array_agg(reminder), array_agg(occurrence_key), array_agg(attempt)
  from fired where state = 'sending' having count(*) > 0
  returning bucket, id
)
select
  'fired' as what, p.delay_ms, p.bucket, p.id as reminder, p.key::text as occurrence_key,
  case when p.state in ('sending', 'sent') then 1 else 0 end as attempt, 0::smallint as tries, 0::smallint as lost,
  p.critical, p.n = 1 and p.parks as parked,
  p.repeatable, p.stand_in as fallback, p.tenant, p.entity_type, p.entity_id, p.kind, p.recipient, p.occurrence, p.generation,
  p.channel, p.state, p.title, p.body, p.data, date_part('epoch', p.due_at) * 1000 as due_ms,
  date_part('epoch', p.now) * 1000 as at_ms, date_part('epoch', p.useful_until) * 1000 as useful_until_ms,
  p.zone as timezone, p.locale, p.address, (select bucket from claim) as claim_bucket, (select id::text from claim) as claim,
  case when p.gathers then '00000000-0000-0000-0000-000000000000'::uuid end as bundle,
  case when p.repeat is not null and p.n = 1 and not p.waits then json_build_object(
    'repeat', p.repeat, 'occurrence', p.occurrence, 'timezone', p.timezone, 'floating', p.floating is true, 'step', p.step,
    'generation', p.generation, 'critical', p.critical, 'tenant', p.tenant, 'recipient', p.recipient, 'entityId', p.entity_id) end as series
from planned p
-- the usual case: everything was written; the look-up is made only when it was not
where (select count(*) from planned) = (select count(*) from fired)
  or (p.bucket, p.id, p.key) in (select bucket, reminder, occurrence_key from fired)
union all
-- Only when a key existed already: everything that was due, so that the caller can see which were left out.
select
  'due', p.delay_ms, p.bucket, p.id, p.key::text, 0, 0::smallint, 0::smallint, p.critical,
  p.n = 1 and p.parks,
  p.repeatable, p.stand_in as fallback, p.tenant, p.entity_type, p.entity_id, p.kind, p.recipient, p.occurrence, p.generation, p.channel, p.state,
  p.title, p.body, p.data, date_part('epoch', p.due_at) * 1000,
  date_part('epoch', p.now) * 1000, date_part('epoch', p.useful_until) * 1000,
  null, null, null, null, null,
  case when p.gathers and $20 then '00000000-0000-0000-0000-000000000000'::uuid end,
  case when p.repeat is not null and p.n = 1 then json_build_object(
    'repeat', p.repeat, 'occurrence', p.occurrence, 'timezone', p.timezone, 'floating', p.floating is true, 'step', p.step,
    'generation', p.generation, 'critical', p.critical, 'tenant', p.tenant, 'recipient', p.recipient, 'entityId', p.entity_id) end
from planned p
where (select count(*) from planned) <> (select count(*) from fired)
union all
-- Series that missed an occurrence.
select
  'behind', null, d.bucket, d.id, d.occurrence_key::text, 0, 0::smallint, 0::smallint, d.critical, false,
  false, null, d.tenant, d.entity_type, d.entity_id, d.kind, d.recipient, d.occurrence, d.generation, '', 'skipped',
  null, null, null, date_part('epoch', d.due_at) * 1000,
  (select date_part('epoch', now) * 1000 from instant), date_part('epoch', d.useful_until) * 1000,
  null, null, null, null, null, null, json_build_object(
    'repeat', d.repeat, 'occurrence', d.occurrence, 'timezone', d.timezone, 'floating', d.floating is true, 'step', d.step,
    'generation', d.generation, 'critical', d.critical, 'tenant', d.tenant, 'recipient', d.recipient, 'entityId', d.entity_id)
from due d
where (d.id in (select id from behind)) is true
union all
-- Put off: only that there were so many.
select
  'paused', null, p.bucket, p.id, p.occurrence_key::text, 0, 0::smallint, 0::smallint, p.critical, false,
  false, null, p.tenant, p.entity_type, p.entity_id, p.kind, p.recipient, p.occurrence, p.generation, '', 'pending',
  null, null, null, date_part('epoch', p.due_at) * 1000,
  (select date_part('epoch', now) * 1000 from instant), date_part('epoch', p.useful_until) * 1000,
  null, null, null, null, null, null, null
from paused p
