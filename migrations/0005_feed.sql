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
