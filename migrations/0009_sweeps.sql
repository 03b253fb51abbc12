-- Sweeps: periodic looks at somebody else's tables, and what each of their runs found. Belfry's own (retention, time zones) are
-- rows like any other, of no tenant.

create table belfry.sweeps (
  -- '' for Belfry's own
  tenant         text collate "C" not null,
  name           text collate "C" not null,
  origin         text collate "C" not null check (origin in ('library', 'config', 'api', 'built_in')),
  -- as it was described, without functions; other databases are named connections, so it never holds a secret
  definition     jsonb not null,
  every          text not null,
  timezone       text not null,
  enabled        boolean not null default true,
  -- what a process has to have to run it: a function, or a connection; null: any process can
  needs          text collate "C",
  warnings       jsonb not null default '[]',
  -- when it runs next by itself; null: only when it is asked to
  next_at        timestamptz,
  -- everything that came into the window up to this moment was handled
  covered_until  timestamptz not null,
  created_at     timestamptz not null,
  updated_at     timestamptz not null,
  primary key (tenant, name),
  check ((tenant = '') = (origin = 'built_in')),
  check (enabled or next_at is null)
);
create index sweeps_next on belfry.sweeps (next_at) where next_at is not null;

create table belfry.runs (
  tenant      text collate "C" not null,
  id          uuid not null,
  sweep       text collate "C" not null,
  trigger     text collate "C" not null check (trigger in ('schedule', 'request')),
  state       text collate "C" not null default 'running' check (state in ('running', 'done', 'failed')),
  started_at  timestamptz not null,
  ended_at    timestamptz,
  -- real time, by which a run behind a pooler is given up
  beat_at     timestamptz not null default clock_timestamp(),
  took_ms     integer,
  examined    integer not null default 0,
  reminded    integer not null default 0,
  errors      integer not null default 0,
  skipped     jsonb not null default '{}',
  problems    jsonb not null default '[]',
  primary key (tenant, id),
  foreign key (tenant, sweep) references belfry.sweeps on delete cascade,
  check ((state = 'running') = (ended_at is null))
);
create index runs_sweep on belfry.runs (tenant, sweep, started_at, id);
create index runs_running on belfry.runs (tenant, sweep) where state = 'running';

alter table belfry.sweeps enable row level security;
alter table belfry.runs enable row level security;
create policy tenant_only on belfry.sweeps
  using ((tenant = current_setting('belfry.tenant', true)) is true) with check (tenant = current_setting('belfry.tenant', true));
create policy tenant_only on belfry.runs
  using ((tenant = current_setting('belfry.tenant', true)) is true) with check (tenant = current_setting('belfry.tenant', true));

select belfry.make_roles();
