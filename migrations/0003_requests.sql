-- For triggers and other languages: the verbs as SQL functions. Cancel is done on the spot. Whatever needs a calendar is left
-- as a request, because local time is never resolved in SQL; a worker resolves it at once, and until then the old
-- reminders of the same thing are held, so that an old time cannot ring after the commit.

create table belfry.requests (
  id            bigint generated always as identity primary key,
  tenant        text collate "C" not null references belfry.tenants,
  verb          text collate "C" not null check (verb in ('put_entity', 'schedule')),
  entity_type   text collate "C" not null,
  entity_id     text collate "C" not null,
  -- what whoever changes the entity locks
  entity_lock   bigint not null,
  input         jsonb not null,
  -- reminders that are held until it is resolved, and when they were due
  held          jsonb not null default '[]',
  actor         text not null default 'sql',
  created_at    timestamptz not null default clock_timestamp(),
  tries         integer not null default 0,
  -- one that cannot be resolved stays, with the reason
  failed_at     timestamptz,
  error         jsonb
);
create index requests_open on belfry.requests (entity_lock, id) where failed_at is null;
create index requests_next on belfry.requests (id) where failed_at is null;

-- The 8 bytes that the reminders of an entity have in common, as a number: what entity changes lock.
create function belfry.entity_lock(tenant text, entity_type text, entity_id text) returns bigint
  language sql immutable parallel safe
  set search_path = ''
  as $$ select ('x' || encode(substr(belfry.digest('entity', tenant, entity_type, entity_id), 1, 8), 'hex'))::bit(64)::bigint $$;

create function belfry.first_id(tenant text, entity_type text, entity_id text) returns uuid
  language sql immutable parallel safe
  set search_path = ''
  as $$
    select encode(substr(belfry.digest('entity', tenant, entity_type, entity_id), 1, 8) || '\x0000000000000000', 'hex')::uuid
  $$;

create function belfry.last_id(tenant text, entity_type text, entity_id text) returns uuid
  language sql immutable parallel safe
  set search_path = ''
  as $$
    select encode(substr(belfry.digest('entity', tenant, entity_type, entity_id), 1, 8) || '\xffffffffffffffff', 'hex')::uuid
  $$;

-- An object without the fields that are null; what is inside of them stays as it is.
create function belfry.without_nulls(object jsonb) returns jsonb
  language sql immutable parallel safe
  set search_path = ''
  as $$ select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(object) where value <> 'null' $$;

-- Takes the due time from reminders, and answers what it was.
create function belfry.hold_reminders(in_tenant text, in_type text, in_id text, in_kind text, in_recipient text) returns jsonb
  language plpgsql
  set search_path = ''
  as $$
  declare
    answer jsonb;
    first_id uuid := belfry.first_id(in_tenant, in_type, in_id);
    last_id uuid := belfry.last_id(in_tenant, in_type, in_id);
  begin
    perform r.id from belfry.reminders r
      where r.bucket = belfry.bucket_of(first_id) and r.id between first_id and last_id
        and r.tenant = in_tenant and r.entity_type = in_type and r.entity_id = in_id
      order by r.id for update;
    with held as (
      select r.bucket, r.id, r.due_at from belfry.reminders r
      where r.bucket = belfry.bucket_of(first_id) and r.id between first_id and last_id
        and r.tenant = in_tenant and r.entity_type = in_type and r.entity_id = in_id and r.due_at is not null
        and case when in_kind is null then r.step is not null else r.kind = in_kind and r.recipient = in_recipient end
    ),
    parked as (
      update belfry.reminders r set due_at = null from held h where r.bucket = h.bucket and r.id = h.id
    )
    select coalesce(jsonb_agg(jsonb_build_object('id', id, 'dueMs', date_part('epoch', due_at) * 1000)), '[]') from held into answer;
    return answer;
  end
  $$;

-- Leaves a request, for an entity or (with a kind) for one reminder, and answers its number. The due time is taken from what it
-- is about, and workers are woken.
create function belfry.ask(in_tenant text, in_verb text, in_type text, in_id text, in_kind text, in_recipient text, in_input jsonb)
  returns bigint
  language plpgsql
  set search_path = ''
  as $$
  declare
    lock bigint := belfry.entity_lock(in_tenant, in_type, in_id);
    request bigint;
  begin
    perform pg_catalog.pg_advisory_xact_lock(lock);
    insert into belfry.requests (tenant, verb, entity_type, entity_id, entity_lock, input, held)
    values (in_tenant, in_verb, in_type, in_id, lock, in_input,
      belfry.hold_reminders(in_tenant, in_type, in_id, in_kind, in_recipient))
    returning id into request;
    perform pg_catalog.pg_notify('belfry', 'look');
    return request;
  end
  $$;

-- A moment as callers of the library write it. What is finer than a millisecond is rounded up: never early.
create function belfry.moment_text(at timestamptz, local_at text) returns text
  language sql immutable parallel safe
  set search_path = ''
  as $$
    select coalesce(local_at,
      to_char((at + interval '999 microseconds') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  $$;

-- As entities.put, with the fields that are given; null leaves a field as it is. The moment is an instant, or a local time
-- with (or without) a zone. Answers the number of the request.
create function belfry.put_entity(
  tenant text, type text, id text, at timestamptz default null, local_at text default null, timezone text default null,
  recipients text[] default null, plan text[] default null, plan_name text default null, title text default null,
  body text default null, data jsonb default null, fields jsonb default '{}'
) returns bigint
  language sql
  set search_path = ''
  as $$
    select belfry.ask(tenant, 'put_entity', type, id, null, null, fields || belfry.without_nulls(jsonb_build_object(
      'at', belfry.moment_text(at, local_at), 'timezone', timezone, 'recipients', to_jsonb(recipients),
      'plan', coalesce(to_jsonb(plan_name), to_jsonb(plan)), 'title', title, 'body', body, 'data', data)))
  $$;

-- As reminders.schedule. Answers the number of the request.
create function belfry.schedule(
  tenant text, entity_type text, entity_id text, kind text, recipient text, at timestamptz default null,
  local_at text default null, timezone text default null, title text default null, body text default null,
  data jsonb default null, fields jsonb default '{}'
) returns bigint
  language sql
  set search_path = ''
  as $$
    select belfry.ask(tenant, 'schedule', entity_type, entity_id, kind, recipient, fields || belfry.without_nulls(
      jsonb_build_object('kind', kind, 'recipient', recipient, 'at', belfry.moment_text(at, local_at), 'timezone', timezone,
        'title', title, 'body', body, 'data', data)))
  $$;

-- Cancels every reminder of an entity, on the spot, and requests that nobody has resolved. Answers how many will not ring any
-- more, and how many deliveries were in flight and could not be called back.
create function belfry.cancel(in_tenant text, in_type text, in_id text, out cancelled integer, out in_flight integer)
  language plpgsql
  set search_path = ''
  as $$
  declare
    first_id uuid := belfry.first_id(in_tenant, in_type, in_id);
    last_id uuid := belfry.last_id(in_tenant, in_type, in_id);
    in_bucket smallint := belfry.bucket_of(first_id);
    now timestamptz := belfry.now();
    waiting integer;
  begin
    perform pg_catalog.pg_advisory_xact_lock(belfry.entity_lock(in_tenant, in_type, in_id));
    delete from belfry.requests q
      where q.entity_lock = belfry.entity_lock(in_tenant, in_type, in_id) and q.tenant = in_tenant and q.failed_at is null;
    -- Locked first, and what they have fired is read by a later statement: in one, a fire that is just committing would be
    -- overlooked.
    perform r.id from belfry.reminders r
      where r.bucket = in_bucket and r.id between first_id and last_id
        and r.tenant = in_tenant and r.entity_type = in_type and r.entity_id = in_id
      order by r.id for update;
    update belfry.entities e set status = 'cancelled', version = e.version + 1, updated_at = now
      where e.tenant = in_tenant and e.type = in_type and e.id = in_id and e.status <> 'cancelled';
    with ended as (
      delete from belfry.reminders r
      where r.bucket = in_bucket and r.id between first_id and last_id
        and r.tenant = in_tenant and r.entity_type = in_type and r.entity_id = in_id
      returning r.*
    ),
    recorded as (
      insert into belfry.deliveries as d (
        at, due_at, occurrence_key, useful_until, created_at, generation, bucket, critical, reminder, tenant, entity_type,
        entity_id, kind, recipient, occurrence, channel, state, reason, title, body, data)
      select now, coalesce(r.due_at, now), r.occurrence_key, r.useful_until, r.created_at, r.generation,
        r.bucket, r.critical, r.id, r.tenant, r.entity_type, r.entity_id, r.kind, r.recipient, r.occurrence,
        coalesce(r.channels[1], ''), 'cancelled', 'called_off', r.title, r.body, r.data
      from ended r
      order by r.bucket, r.id, r.occurrence_key
      on conflict (bucket, reminder, occurrence_key) do update
        set state = excluded.state, reason = excluded.reason, at = excluded.at
        where d.state in ('cancelled', 'suppressed', 'expired', 'skipped')
      returning d.channel, d.reminder, d.occurrence_key
    ),
    told as (
      insert into belfry.events (at, tenant, type, channel, reason, count, reminders, occurrence_keys)
      select now, in_tenant, 'delivery.cancelled', r.channel, 'called_off', count(*), array_agg(r.reminder),
        array_agg(r.occurrence_key)
      from recorded r group by r.channel
    )
    select count(*) from ended into cancelled;
    with stopped as (
      update belfry.deliveries d set
        state = case when d.state <> 'pending' then d.state when d.lost > 0 then 'unknown' else 'cancelled' end,
        reason = case when d.state <> 'pending' then d.reason when d.lost > 0 then 'outcome_unknown' else 'called_off' end,
        attention_at = case when d.state = 'pending' and d.lost > 0 then now else d.attention_at end,
        pending_at = null,
        stopped = d.state <> 'pending' or d.lost > 0
      where d.bucket = in_bucket and d.reminder between first_id and last_id and d.state in ('pending', 'sending', 'unknown')
        and d.tenant = in_tenant and d.entity_type = in_type and d.entity_id = in_id
      returning d.channel, d.state, d.reason, d.attention_at, d.reminder, d.occurrence_key
    ),
    told as (
      insert into belfry.events (at, tenant, type, channel, reason, count, reminders, occurrence_keys)
      select now, in_tenant, 'delivery.' || s.state, s.channel, s.reason, count(*), array_agg(s.reminder),
        array_agg(s.occurrence_key)
      from stopped s where s.state = 'cancelled' or s.state = 'unknown' and s.attention_at = now
      group by s.state, s.channel, s.reason
    )
    select count(*) filter (where state = 'cancelled'), count(*) filter (where state <> 'cancelled') from stopped
      into waiting, in_flight;
    cancelled := cancelled + waiting;
    insert into belfry.audit (tenant, actor, action, entity_type, entity_id)
      values (in_tenant, 'sql', 'entity_cancelled', in_type, in_id);
  end
  $$;

-- Which versions of the time-zone database reminders have been resolved with, and what that moved.
create table belfry.zones (
  version      text collate "C" primary key,
  resolved_at  timestamptz not null default clock_timestamp(),
  checked      integer not null,
  moved        integer not null
);

-- Row-level security: whoever is not the owner of these tables sees the rows of one tenant, the one that its session (or its
-- transaction) has set: select set_config('belfry.tenant', 'acme', true). Belfry's own connections own the tables. It guards
-- against mistakes of a program that serves several tenants, not against SQL that an attacker may write: that could set
-- another tenant.
do $$
  declare
    name text;
  begin
    foreach name in array array['recipients', 'addresses', 'reminders', 'deliveries', 'inbox', 'audit', 'plans', 'entities',
      'entity_recipients', 'requests'] loop
      execute format('alter table belfry.%I enable row level security', name);
      execute format(
        'create policy tenant_only on belfry.%I using (tenant = current_setting(''belfry.tenant'', true)) with check (tenant = current_setting(''belfry.tenant'', true))',
        name);
    end loop;
  end
$$;
alter table belfry.tenants enable row level security;
create policy tenant_only on belfry.tenants using (id = current_setting('belfry.tenant', true));
alter table belfry.attempts enable row level security;
create policy tenant_only on belfry.attempts using (exists (
  select from belfry.deliveries d
  where d.bucket = attempts.bucket and d.reminder = attempts.reminder and d.occurrence_key = attempts.occurrence_key));
alter table belfry.holds enable row level security;
create policy tenant_only on belfry.holds for select using (tenant in ('', current_setting('belfry.tenant', true)));
alter table belfry.trouble enable row level security;
create policy tenant_only on belfry.trouble using (exists (
  select from belfry.deliveries d where d.bucket = trouble.bucket and d.reminder = trouble.reminder));

-- What a role needs to use Belfry inside its own transactions, under row-level security.
create function belfry.grant_to(role name) returns void
  language plpgsql
  set search_path = ''
  as $$
  begin
    execute format('grant usage on schema belfry to %I', role);
    execute format('grant select, insert, update, delete on belfry.recipients, belfry.addresses, belfry.reminders,
      belfry.deliveries, belfry.inbox, belfry.plans, belfry.entities, belfry.entity_recipients, belfry.requests to %I', role);
    execute format('grant select, insert on belfry.audit, belfry.attempts to %I', role);
    -- erasure takes away what replies, the trail and messages of the database say
    execute format('grant update (reply) on belfry.attempts to %I', role);
    execute format('grant update (data) on belfry.audit to %I', role);
    execute format('grant select, delete on belfry.trouble to %I', role);
    execute format('grant select on belfry.tenants, belfry.clock, belfry.holds to %I', role);
    execute format('grant select, insert on belfry.events to %I', role);
    execute format('grant usage on sequence belfry.audit_id_seq to %I', role);
    execute format('grant execute on all functions in schema belfry to %I', role);
  end
  $$;
