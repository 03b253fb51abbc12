-- Tables of tenants, from here on: each is kept apart by row, and that is how it is known for one. No list of them has to be kept.
create function belfry.keep_tenants_apart(names text[]) returns void
  language plpgsql
  set search_path = ''
  as $$
  declare
    name text;
  begin
    foreach name in array names loop
      execute format('alter table belfry.%I enable row level security', name);
      execute format('create policy tenant_only on belfry.%I '
        'using ((tenant = current_setting(''belfry.tenant'', true)) is true) '
        'with check (tenant = current_setting(''belfry.tenant'', true))', name);
    end loop;
  end
  $$;

-- What a role needs to use Belfry inside its own transactions.
create or replace function belfry.grant_to(role name) returns void
  language plpgsql
  set search_path = ''
  as $$
  declare
    name text;
  begin
    execute format('grant usage on schema belfry to %I', role);
    for name in select p.tablename from pg_catalog.pg_policies p
      where p.schemaname = 'belfry' and p.policyname = 'tenant_only'
        -- of these it may do less, as follows, or nothing
        and p.tablename not in ('answers', 'attempts', 'audit', 'events', 'holds', 'tenants', 'trouble')
    loop
      execute format('grant select, insert, update, delete on belfry.%I to %I', name, role);
    end loop;
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

-- At the end of a migration that brought tables. Roles that were given Belfry's tables get those that came since: `belfry.grant_to` is called once,
-- and an upgrade must not take anything from them. Who may only read, for a report, is given nothing.
create function belfry.grant_anew() returns void
  language plpgsql
  set search_path = ''
  as $$
  declare
    name text;
  begin
    perform belfry.make_roles();
    for name in select o.rolname
      from pg_catalog.pg_class c
      cross join lateral pg_catalog.aclexplode(c.relacl) a
      join pg_catalog.pg_roles o on o.oid = a.grantee
      where c.oid = 'belfry.reminders'::regclass and a.grantee <> c.relowner and not o.rolsuper
        and o.rolname not in ('belfry_app', 'belfry_worker')
      group by o.rolname
      having array_agg(lower(a.privilege_type)) @> array['select', 'insert', 'update', 'delete']
    loop
      perform belfry.grant_to(name);
    end loop;
  end
  $$;
revoke execute on function belfry.keep_tenants_apart(text[]), belfry.grant_anew() from public;
select belfry.grant_anew();

-- Cancels every reminder of an entity, on the spot, and requests that nobody has resolved. Answers how many will not ring any
-- more, and how many deliveries were in flight and could not be called back. What was snoozed does not come back to the inbox.
create or replace function belfry.cancel(in_tenant text, in_type text, in_id text, out cancelled integer, out in_flight integer)
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
    update belfry.inbox i set archived_at = now, snoozed_until = null
      where i.bucket = in_bucket and i.reminder between first_id and last_id and i.tenant = in_tenant
        and i.snoozed_until is not null;
    cancelled := cancelled + waiting;
    insert into belfry.audit (tenant, actor, action, entity_type, entity_id)
      values (in_tenant, 'sql', 'entity_cancelled', in_type, in_id);
  end
  $$;
