-- The inbox: what became of each item, and what people did about reminders.

alter table belfry.inbox
  add column read_at        timestamptz,
  add column archived_at    timestamptz,
  -- until it rings again; that ring has an item of its own, and this one is then archived
  add column snoozed_until  timestamptz,
  add column done_at        timestamptz,
  -- raised by every change (the trigger below): the latest of them say whether anything has changed
  add column change         bigint not null default nextval('belfry.audit_id_seq');
alter table belfry.inbox
  add column state text collate "C" not null generated always as (case
    when done_at is not null then 'done' when snoozed_until is not null then 'snoozed'
    when archived_at is not null then 'archived' when read_at is not null then 'read' else 'unread' end) stored,
  add check (done_at is null or snoozed_until is null),
  add check (archived_at is null or snoozed_until is null),
  add check (read_at is not null or done_at is null and snoozed_until is null);

-- One person's, in the order in which they came: the numbers are unique by themselves.
alter table belfry.inbox drop constraint inbox_pkey, add primary key (tenant, recipient, id);
drop index belfry.inbox_recipient;
-- Lists of one state, and counts: these look at the index alone, where vacuum has been by.
create index inbox_state on belfry.inbox (tenant, recipient, state, id);
create index inbox_change on belfry.inbox (tenant, recipient, change);
alter table belfry.inbox set (
  autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000,
  autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_insert_threshold = 1000);

create function belfry.count_inbox_change() returns trigger
  language plpgsql
  set search_path = ''
  as $$
  begin
    new.change := nextval('belfry.audit_id_seq');
    return new;
  end
  $$;
-- A computed column is not computed yet here, and would look changed.
create trigger inbox_changes before update on belfry.inbox for each row
  when ((old.read_at, old.archived_at, old.snoozed_until, old.done_at, old.title, old.body, old.data)
    is distinct from (new.read_at, new.archived_at, new.snoozed_until, new.done_at, new.title, new.body, new.data))
  execute function belfry.count_inbox_change();

-- What people did: once for each occurrence, whichever channel they did it on. Whoever comes later gets the answer that is kept here.
create table belfry.actions (
  tenant      text collate "C" not null,
  bucket      smallint not null check (bucket between 0 and 1023),
  reminder    uuid not null,
  -- of Done without the number of a ring: it is said of all rings of a nag
  occurrence  text collate "C" not null,
  generation  integer not null,
  action      text collate "C" not null check (action in ('done', 'snooze', 'seen', 'unsubscribe')),
  -- Done of the reminder as a whole, and not of one occurrence of a rule
  whole       boolean not null default false,
  at          timestamptz not null,
  -- by whom, or on which way
  via         text not null,
  detail      jsonb not null default '{}',
  primary key (bucket, reminder, action, occurrence, generation)
);
alter table belfry.actions enable row level security;
create policy tenant_only on belfry.actions
  using ((tenant = current_setting('belfry.tenant', true)) is true) with check (tenant = current_setting('belfry.tenant', true));

select belfry.make_roles();
