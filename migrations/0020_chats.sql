-- People who talk to Belfry in Telegram, and what a bot has to remember between two of their messages.

-- One row for each Telegram user who has ever spoken to the bot. Somebody who has only spoken in groups has no recipient yet.
create table belfry.chat_people (
  tenant     text collate "C" not null,
  user_id    text collate "C" not null,
  recipient  text collate "C",
  -- what the bot alone needs: language, hours that are meant where none is said, how often it asks again
  settings   jsonb not null default '{}',
  created_at timestamptz not null,
  primary key (tenant, user_id),
  foreign key (tenant, recipient) references belfry.recipients (tenant, id) on delete cascade
);

create index chat_people_recipient on belfry.chat_people (tenant, recipient) where recipient is not null;

-- Where a conversation stands, which list was shown, what can be undone: by chat and user, so that two people in one group do not
-- answer for each other. It goes with the person.
create table belfry.chat_state (
  tenant     text collate "C" not null,
  user_id    text collate "C" not null,
  chat       text collate "C" not null,
  name       text collate "C" not null,
  value      jsonb not null,
  updated_at timestamptz not null,
  primary key (tenant, user_id, chat, name),
  foreign key (tenant, user_id) references belfry.chat_people (tenant, user_id) on delete cascade
);

create index chat_state_old on belfry.chat_state (updated_at);

-- Updates that were handled, by the bot whose they are. Telegram offers an update for 24 hours; these are kept for two days.
create table belfry.chat_updates (
  tenant     text collate "C" not null,
  bot        text collate "C" not null,
  update_id  bigint not null,
  handled_at timestamptz not null,
  primary key (tenant, bot, update_id)
);

create index chat_updates_old on belfry.chat_updates (handled_at);

-- Words with which somebody connects a chat to a recipient: once, and soon. Real time decides.
create table belfry.chat_links (
  tenant     text collate "C" not null,
  -- SHA-256 of the word
  word_hash  bytea not null,
  recipient  text collate "C" not null,
  expires_at timestamptz not null,
  used_at    timestamptz,
  -- the message that brought it: the same one again gets the same answer
  used_by    text collate "C",
  primary key (tenant, word_hash),
  foreign key (tenant, recipient) references belfry.recipients (tenant, id) on delete cascade
);

create index chat_links_old on belfry.chat_links (expires_at);
create index chat_links_recipient on belfry.chat_links (tenant, recipient);

-- The bots that answer, and what they are called: links lead to the one that came last.
create table belfry.chat_bots (
  tenant     text collate "C" not null,
  bot        text collate "C" not null,
  name       text collate "C" not null,
  updated_at timestamptz not null,
  primary key (tenant, bot)
);

do $$
  declare
    name text;
  begin
    foreach name in array array['chat_people', 'chat_state', 'chat_updates', 'chat_links', 'chat_bots'] loop
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
    foreach name in array array['recipients', 'addresses', 'reminders', 'deliveries', 'inbox', 'plans', 'entities',
      'entity_recipients', 'requests', 'alarms', 'sweeps', 'runs', 'actions', 'bundles', 'push_subscriptions', 'templates',
      'webhook_endpoints', 'webhook_sends', 'meetings', 'meeting_participants', 'bookings', 'meeting_status_events',
      'meeting_reschedule_events', 'availability_blocks', 'calendars', 'calendar_objects', 'busy_times', 'calendar_feeds',
      'chat_people', 'chat_state', 'chat_updates', 'chat_links', 'chat_bots'] loop
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

-- Roles that were given Belfry's tables before get these too.
do $$
  declare
    name text;
  begin
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

-- Somebody wants to be left alone for a while: until a moment, or (infinity) until they say otherwise. What comes due meanwhile is put off by
-- whoever would fire it: `paused`, due when the pause ends, or without a moment where nobody knows when that is.
alter table belfry.recipients add column paused_until timestamptz;
-- As small as they are few: whoever fires asks for each reminder that is due.
create index recipients_paused on belfry.recipients (tenant, id) include (paused_until) where paused_until is not null;

-- Not validated: that would read the whole table while nobody can use it, and every row there is satisfies the narrower one.
alter table belfry.reminders drop constraint reminders_adjusted_check;
alter table belfry.reminders add constraint reminders_adjusted_check
  check (adjusted in ('deferred', 'advanced', 'in_app_only', 'snoozed', 'spaced', 'paused')) not valid;
