-- Lists: what happened by time and by what needs a person, what waits without a moment, who changed what.

-- What needs a person, in the order of every other list of deliveries.
drop index belfry.deliveries_attention;
create index deliveries_attention on belfry.deliveries (tenant, at) where attention_at is not null;

-- Series that wait for a result or for Done, and what is paused: few, and in no other list.
create index reminders_parked on belfry.reminders (tenant, id) where due_at is null;

create index audit_at on belfry.audit (tenant, at, id);

-- Who changed what is only ever added to. Erasure takes away what an entry says, not that there was one.
create function belfry.keep_audit() returns trigger
  language plpgsql
  set search_path = ''
  as $$
  begin
    if lower(tg_op) = 'update' and new.data = '{}' then
      old.data := new.data;
      if new = old then
        return new;
      end if;
    end if;
    raise exception 'belfry.audit is append-only' using errcode = 'restrict_violation';
  end
  $$;
create trigger audit_is_kept before update or delete on belfry.audit for each row execute function belfry.keep_audit();

-- The feed of what happened: an append-only list that a reader follows by a cursor. Transactions commit in another order than
-- they began, so a number alone would be skipped by whoever had read a later one. Each row has its transaction's number too,
-- and only rows of transactions below the oldest one that is still open are shown: nothing can appear below them any more.
alter table belfry.audit add column xid xid8 not null default pg_current_xact_id();
create index audit_feed on belfry.audit (tenant, xid, id);

-- What happened to deliveries, and reminders that are new: one row for a whole batch of a tenant, with their keys. Everything else
-- is in belfry.audit, and both have their numbers from one sequence. Nothing here says whom it is about: the keys do, for as long
-- as the ledger knows them.
create table belfry.events (
  tenant          text collate "C" not null,
  xid             xid8 not null default pg_current_xact_id(),
  id              bigint not null default nextval('belfry.audit_id_seq'),
  at              timestamptz not null,
  type            text collate "C" not null,
  channel         text collate "C",
  reason          text collate "C",
  count           integer not null check (count > 0),
  reminders       uuid[] not null,
  -- null: it is about the reminders themselves
  occurrence_keys bigint[],
  primary key (tenant, xid, id),
  check (cardinality(reminders) = count and coalesce(cardinality(occurrence_keys), count) = count)
);
-- Digests do not get any smaller: compressing them is lost time.
alter table belfry.events alter column reminders set storage external;
alter table belfry.events alter column occurrence_keys set storage external;

alter table belfry.events enable row level security;
create policy tenant_only on belfry.events
  using (tenant = current_setting('belfry.tenant', true)) with check (tenant = current_setting('belfry.tenant', true));

alter function belfry.grant_to(name) rename to grant_tables_to;
create function belfry.grant_to(role name) returns void
  language plpgsql
  set search_path = ''
  as $$
  begin
    perform belfry.grant_tables_to(role);
    execute format('grant select, insert on belfry.events to %I', role);
    execute format('grant usage on sequence belfry.audit_id_seq to %I', role);
  end
  $$;

-- As before, and it tells what became of the deliveries.
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
    cancelled := cancelled + waiting;
    insert into belfry.audit (tenant, actor, action, entity_type, entity_id)
      values (in_tenant, 'sql', 'entity_cancelled', in_type, in_id);
  end
  $$;

-- After a restore into another server, whose transactions are counted anew: what was told before comes first, in its own order.
-- Without it the feed would stand still until the new count has passed the old one. For the owner of the tables.
create function belfry.restart_feed() returns void
  language plpgsql
  set search_path = ''
  as $$
  begin
    alter table belfry.audit disable trigger audit_is_kept;
    update belfry.audit set xid = '0' where xid <> '0';
    alter table belfry.audit enable trigger audit_is_kept;
    update belfry.events set xid = '0' where xid <> '0';
  end
  $$;
revoke execute on function belfry.restart_feed() from public;
