-- Alarms: which page has one, and the moments that are reserved. What rings is a row of belfry.reminders (the entity is the page,
-- the kind is `alarm`); it says when, how often so far and what. An alarm whose reminder is gone (cancelled, erased) is none.

create table belfry.alarms (
  tenant      text collate "C" not null references belfry.tenants,
  -- a page has at most one
  page_id     text collate "C" not null check (octet_length(page_id) between 1 and 256),
  recipient   text collate "C" not null,
  bucket      smallint not null check (bucket between 0 and 1023),
  reminder    uuid not null,
  -- The reminder's due time, in a table that is not spread over the nodes of a distributed database: it is unique for a person.
  -- It stays behind when the alarm has rung or ended; what is done keeps a moment that nobody else rings at.
  slot_at     timestamptz not null,
  created_at  timestamptz not null,
  primary key (tenant, page_id)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_cost_delay = 1);

-- Two alarms of one user never share a moment.
create unique index alarms_slot on belfry.alarms (tenant, recipient, slot_at);

alter table belfry.alarms enable row level security;
create policy tenant_only on belfry.alarms
  using ((tenant = current_setting('belfry.tenant', true)) is true) with check (tenant = current_setting('belfry.tenant', true));

-- `spaced`: moved a little, because another alarm of the same user had that moment.
alter table belfry.reminders drop constraint reminders_adjusted_check;
alter table belfry.reminders add constraint reminders_adjusted_check
  check (adjusted in ('deferred', 'advanced', 'in_app_only', 'snoozed', 'spaced')) not valid;
alter table belfry.reminders validate constraint reminders_adjusted_check;

-- `is true` keeps the tenant out of the choice of an index: rows that a statement names by their keys are found by these, however
-- many its tenant has (530 ms instead of 2 for a hundred keys beside 30,000 deliveries).
do $$
  declare
    name text;
  begin
    foreach name in array array['recipients', 'addresses', 'reminders', 'deliveries', 'inbox', 'audit', 'plans', 'entities',
      'entity_recipients', 'requests'] loop
      execute format(
        'alter policy tenant_only on belfry.%I using ((tenant = current_setting(''belfry.tenant'', true)) is true) with check (tenant = current_setting(''belfry.tenant'', true))',
        name);
    end loop;
  end
$$;

-- What a role needs to use Belfry inside its own transactions, under row-level security: whatever of it there is by now.
create or replace function belfry.grant_to(role name) returns void
  language plpgsql
  set search_path = ''
  as $$
  declare
    name text;
  begin
    execute format('grant usage on schema belfry to %I', role);
    foreach name in array array['recipients', 'addresses', 'reminders', 'deliveries', 'inbox', 'plans', 'entities',
      'entity_recipients', 'requests', 'alarms', 'sweeps', 'runs'] loop
      if to_regclass('belfry.' || name) is not null then
        execute format('grant select, insert, update, delete on belfry.%I to %I', name, role);
      end if;
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

select belfry.make_roles();
