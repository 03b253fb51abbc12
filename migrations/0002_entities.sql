-- What reminders are about (entities, plans), and how their moments are computed (steps, repeats, quiet hours), so that they
-- can be computed again when the thing moves, the person travels or a government changes its clocks.

alter table belfry.recipients
  drop column preferences,
  -- what the recipient switched off: 'channel:email', 'kind:15m_before', 'type:meeting'
  add column muted text[] check (cardinality(muted) > 0);

alter table belfry.reminders
  -- a step of its entity's plan: how far from the anchor (`-PT24H`); null for everything else
  add column step text collate "C",
  -- local anchoring without a zone of its own: the recipient's zone counts, and is followed when they travel
  add column floating boolean,
  -- the moment before quiet hours changed it, and how they did; 'snoozed': somebody chose another moment
  add column planned_at timestamptz,
  add column adjusted text collate "C" check (adjusted in ('deferred', 'advanced', 'in_app_only', 'snoozed'));

alter table belfry.deliveries
  add column planned_at timestamptz,
  add column adjusted text collate "C",
  add column step text collate "C";

create table belfry.plans (
  tenant      text collate "C" not null references belfry.tenants,
  name        text collate "C" not null,
  -- [{ kind, offset, anchor, … }]
  steps       jsonb not null check (jsonb_typeof(steps) = 'array'),
  version     integer not null default 1,
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  primary key (tenant, name)
);

create table belfry.entities (
  tenant      text collate "C" not null references belfry.tenants,
  type        text collate "C" not null,
  id          text collate "C" not null,
  status      text collate "C" not null default 'active' check (status in ('active', 'done', 'cancelled')),
  version     integer not null default 1,
  time_anchor text collate "C" not null default 'local' check (time_anchor in ('local', 'instant')),
  -- by name: { "start": { "nominal": "2026-12-02T10:00", "timezone": "Europe/Paris" } }; a nominal ending in Z is an instant;
  -- without a timezone each recipient's counts
  anchors     jsonb not null,
  -- when its first anchor is, for lists; resolved with tz_version, null without anchors
  at          timestamptz,
  tz_version  text collate "C",
  -- steps of its own, or the name of a plan
  steps       jsonb,
  plan        text collate "C",
  late_policy text collate "C" not null default 'skip' check (late_policy in ('skip', 'immediate')),
  critical    boolean not null default false,
  channels    jsonb,
  title       text,
  body        text,
  data        jsonb,
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  primary key (tenant, type, id)
);
create index entities_plan on belfry.entities (plan, tenant) where plan is not null;

create table belfry.entity_recipients (
  tenant      text collate "C" not null,
  type        text collate "C" not null,
  id          text collate "C" not null,
  recipient   text collate "C" not null,
  -- steps for this recipient alone; null: the entity's
  steps       jsonb,
  primary key (tenant, type, id, recipient),
  foreign key (tenant, type, id) references belfry.entities on delete cascade
);
-- the recipient first, so that a look-up by entity has one index to choose
create index entity_recipients_recipient on belfry.entity_recipients (recipient, tenant);

-- which moments were resolved with an older time-zone database?
create index reminders_zones on belfry.reminders (tz_version) where tz_version is not null;

create index audit_entity on belfry.audit (tenant, entity_type, entity_id, id) where entity_id is not null;
