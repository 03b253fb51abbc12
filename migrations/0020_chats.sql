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

select belfry.keep_tenants_apart(array['chat_people', 'chat_state', 'chat_updates', 'chat_links', 'chat_bots']);
select belfry.grant_anew();

-- Somebody wants to be left alone for a while: until a moment, or (infinity) until they say otherwise. What comes due meanwhile is put off by
-- whoever would fire it: `paused`, due when the pause ends, or without a moment where nobody knows when that is.
alter table belfry.recipients add column paused_until timestamptz;
-- As small as they are few: whoever fires asks for each reminder that is due.
create index recipients_paused on belfry.recipients (tenant, id) include (paused_until) where paused_until is not null;

-- Not validated: that would read the whole table while nobody can use it, and every row there is satisfies the narrower one.
alter table belfry.reminders drop constraint reminders_adjusted_check;
alter table belfry.reminders add constraint reminders_adjusted_check
  check (adjusted in ('deferred', 'advanced', 'in_app_only', 'snoozed', 'spaced', 'paused')) not valid;
