-- The engine: who is reminded (recipients, addresses), what is still to come (reminders), what happened (deliveries,
-- attempts, inbox), who is sending it right now (claims), and the switches that stop it (holds, clock).
--
-- Two rules shape the tables:
--   * Hot rows stay few and narrow. A reminder's row is deleted by the transaction that fires its last occurrence.
--   * A plain first success touches as little as possible: no index covers a column that changes between `sending` and
--     `sent`, so that update is a heap-only one. Waiting and troubled deliveries are found through columns that are null
--     for everything else (pending_at, attention_at).

create table belfry.tenants (
  id          text collate "C" primary key check (id ~ '^[A-Za-z0-9_.-]{1,64}$'),
  created_at  timestamptz not null default clock_timestamp()
);
insert into belfry.tenants (id) values ('default');

-- One row. Null means real time; a value means that due decisions stand still at that instant until somebody moves it.
create table belfry.clock (
  singleton   boolean primary key default true check (singleton),
  driven_at   timestamptz
);
insert into belfry.clock default values;

-- The only clock for due decisions. Leases, time-outs and rate gates use clock_timestamp() and the monotonic clock.
create function belfry.now() returns timestamptz
  language sql stable
  set search_path = ''
  as $$ select coalesce((select driven_at from belfry.clock), clock_timestamp()) $$;

-- SHA-256 over fields, each prefixed by its length in bytes, so that ('ab','c') and ('a','bc') differ. src/engine/key.ts
-- computes the same; a test compares the two.
create function belfry.digest(variadic fields text[]) returns bytea
  language sql immutable parallel safe
  set search_path = ''
  as $$
    select sha256(string_agg(int4send(octet_length(convert_to(f, 'UTF8'))) || convert_to(f, 'UTF8'), ''::bytea order by n))
    from unnest(fields) with ordinality as u(f, n)
  $$;

-- A reminder's id: 8 bytes that name its entity, then 8 bytes that name the reminder. Sorted by id, the reminders of an
-- entity are neighbours, and so is its ledger: one primary key serves "this reminder" and "everything of this entity".
create function belfry.reminder_id(tenant text, entity_type text, entity_id text, kind text, recipient text) returns uuid
  language sql immutable parallel safe
  set search_path = ''
  as $$
    select encode(
      substr(belfry.digest('entity', tenant, entity_type, entity_id), 1, 8) ||
      substr(belfry.digest('reminder', tenant, entity_type, entity_id, kind, recipient), 1, 8), 'hex')::uuid
  $$;

create function belfry.bucket_of(id uuid) returns smallint
  language sql immutable parallel safe
  set search_path = ''
  as $$ select (('x' || substr(id::text, 1, 4))::bit(16)::integer >> 6)::smallint $$;

-- Names one occurrence of a reminder (channel = '') or one further channel of it. The first channel of an occurrence uses
-- the plain key, and so does a mark by hand: whoever inserts it first has the occurrence.
create function belfry.occurrence_key(occurrence text, generation integer, channel text) returns bigint
  language sql immutable parallel safe
  set search_path = ''
  as $$
    select ('x' || encode(substr(belfry.digest('occurrence', occurrence, generation::text, channel), 1, 8), 'hex'))::bit(64)::bigint
  $$;

create table belfry.recipients (
  tenant      text collate "C" not null references belfry.tenants,
  id          text collate "C" not null check (octet_length(id) between 1 and 256),
  name        text,
  timezone    text not null default 'UTC',
  locale      text not null default 'en',
  -- null: whatever the engine's default channels are
  channels    text[] check (cardinality(channels) > 0),
  quiet_hours jsonb,
  preferences jsonb not null default '{}',
  version     integer not null default 1,
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  primary key (tenant, id)
);

create table belfry.addresses (
  tenant            text collate "C" not null,
  recipient         text collate "C" not null,
  channel           text collate "C" not null,
  address           text not null check (octet_length(address) between 1 and 4096),
  suspended_at      timestamptz,
  suspended_reason  text,
  created_at        timestamptz not null,
  primary key (tenant, recipient, channel),
  foreign key (tenant, recipient) references belfry.recipients on delete cascade
);

create table belfry.reminders (
  -- null while parked: something else (a result, an acknowledgement) will set it
  due_at          timestamptz,
  useful_until    timestamptz not null,
  created_at      timestamptz not null,
  occurrence_key  bigint not null,
  generation      integer not null default 1 check (generation >= 1),
  version         integer not null default 1,
  bucket          smallint not null check (bucket between 0 and 1023),
  critical        boolean not null default false,
  id              uuid not null,
  tenant          text collate "C" not null,
  entity_type     text collate "C" not null,
  entity_id       text collate "C" not null,
  kind            text collate "C" not null,
  recipient       text collate "C" not null,
  occurrence      text collate "C" not null,
  -- local anchoring: zone and the version of the time-zone database due_at was resolved with; null for instants
  timezone        text collate "C",
  tz_version      text collate "C",
  channels        text[] check (cardinality(channels) > 0),
  -- how long after the first each channel waits, in milliseconds; -1: until another has failed; null: all at once
  channel_delays  integer[],
  fallback        text collate "C",
  repeat          jsonb,
  title           text,
  body            text,
  data            jsonb,
  primary key (bucket, id)
) with (
  -- rows live until they fire; vacuum soon, so that dead entries at the head of the due index stay few
  autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_cost_delay = 1
);
create index reminders_due on belfry.reminders (due_at) where due_at is not null;
create index reminders_tenant_due on belfry.reminders (tenant, due_at) where due_at is not null;
-- the recipient first: the tenant, mostly the same, would only be one more comparison at each step down
create index reminders_recipient on belfry.reminders (recipient, tenant, due_at);

create table belfry.deliveries (
  -- when the send began, or when the row was written for one that never began
  at              timestamptz not null,
  due_at          timestamptz not null,
  occurrence_key  bigint not null,
  pending_at      timestamptz,
  attention_at    timestamptz,
  useful_until    timestamptz,
  created_at      timestamptz,
  generation      integer not null default 1,
  -- the fencing token: raised by every take, never reset
  attempt         integer not null default 0,
  took_ms         integer,
  -- how long after the first this channel waits, as in reminders.channel_delays
  delay_ms        integer,
  bucket          smallint not null check (bucket between 0 and 1023),
  -- results "definitely not sent" since the first try, and results lost (crash, time-out)
  tries           smallint not null default 0,
  lost            smallint not null default 0,
  stopped         boolean not null default false,
  critical        boolean not null default false,
  parked          boolean not null default false,
  -- the channel knows the delivery's id: sending again under it reaches the person once
  repeatable      boolean not null default false,
  reminder        uuid not null,
  tenant          text collate "C" not null,
  entity_type     text collate "C" not null,
  entity_id       text collate "C" not null,
  kind            text collate "C" not null,
  recipient       text collate "C" not null,
  occurrence      text collate "C" not null,
  -- '' where the reminder ended before its channels were chosen; 'hand' for a mark by hand
  channel         text collate "C" not null,
  state           text collate "C" not null check (state in (
    'pending', 'sending', 'sent', 'failed', 'unknown', 'cancelled', 'suppressed', 'expired', 'skipped', 'quarantined')),
  reason          text collate "C",
  fallback        text collate "C",
  title           text,
  body            text,
  data            jsonb,
  primary key (bucket, reminder, occurrence_key),
  check ((state = 'pending') = (pending_at is not null)),
  check (state not in ('sending', 'sent', 'unknown', 'failed') or attempt >= 1),
  check (state in ('pending', 'sending', 'sent') or reason is not null)
) with (
  -- half a page stays free for the step from `sending` to `sent`, which is then a heap-only update: 12–25 % more fires a second
  fillfactor = 50,
  autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 1
);
create index deliveries_pending on belfry.deliveries (channel, tenant, pending_at) where pending_at is not null;
create index deliveries_attention on belfry.deliveries (tenant, attention_at) where attention_at is not null;
create index deliveries_recipient on belfry.deliveries (recipient, tenant, at);
-- fire asks of each reminder whether somebody marked it by hand
create index deliveries_hand on belfry.deliveries (reminder) where channel = 'hand';
create index deliveries_at on belfry.deliveries using brin (at) with (pages_per_range = 32, autosummarize = on);

-- A batch of deliveries that one worker is sending. A lease a batch instead of a lease a row keeps "which leases have
-- run out" a look at a table of a few rows.
create table belfry.claims (
  bucket          smallint not null,
  id              bigint generated always as identity,
  worker          text not null,
  claimed_at      timestamptz not null default clock_timestamp(),
  expires_at      timestamptz not null,
  buckets         smallint[] not null,
  reminders       uuid[] not null,
  occurrence_keys bigint[] not null,
  attempts        integer[] not null,
  primary key (bucket, id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);

-- One row for each attempt that was not a plain first success.
create table belfry.attempts (
  bucket          smallint not null,
  reminder        uuid not null,
  occurrence_key  bigint not null,
  attempt         integer not null,
  at              timestamptz not null,
  took_ms         integer,
  worker          text,
  outcome         text not null,
  reply           text,
  primary key (bucket, reminder, occurrence_key, attempt, outcome)
);

-- In-app items: written by the transaction that fires them.
create table belfry.inbox (
  id              bigint generated always as identity primary key,
  tenant          text collate "C" not null,
  recipient       text collate "C" not null,
  bucket          smallint not null,
  reminder        uuid not null,
  occurrence_key  bigint not null,
  at              timestamptz not null,
  title           text,
  body            text,
  data            jsonb,
  unique (bucket, reminder, occurrence_key)
);
create index inbox_recipient on belfry.inbox (tenant, recipient, id);

-- What made a reminder's own transaction fail, counted outside of it.
create table belfry.trouble (
  bucket      smallint not null,
  reminder    uuid not null,
  failures    integer not null default 1,
  last_at     timestamptz not null default clock_timestamp(),
  last_error  text not null,
  primary key (bucket, reminder)
);

-- '' stands for "every": ('','') is the global switch, ('acme','') a tenant, ('','email') a channel, both a channel of a tenant.
create table belfry.holds (
  tenant      text collate "C" not null default '',
  channel     text collate "C" not null default '',
  reason      text not null,
  held_by     text not null,
  held_at     timestamptz not null default clock_timestamp(),
  primary key (tenant, channel)
);

create table belfry.audit (
  id          bigint generated always as identity primary key,
  at          timestamptz not null default clock_timestamp(),
  tenant      text collate "C" not null,
  actor       text not null,
  action      text not null,
  entity_type text collate "C",
  entity_id   text collate "C",
  reminder    uuid,
  recipient   text collate "C",
  data        jsonb not null default '{}'
);
create index audit_reminder on belfry.audit (tenant, reminder, id) where reminder is not null;
create index audit_recipient on belfry.audit (tenant, recipient, id) where recipient is not null;
