-- Templates of a tenant's own: what messages say. '' in a column that it is for means everything.
create table belfry.templates (
  tenant      text collate "C" not null references belfry.tenants,
  name        text collate "C" not null,
  -- '': for every language that has none of its own
  locale      text collate "C" not null default '',
  channel     text collate "C" not null default '',
  kind        text collate "C" not null default '',
  entity_type text collate "C" not null default '',
  -- null: the built-in's
  subject     text,
  text        text,
  html        text,
  -- of its texts and its channel: whoever has read them once need not read them again
  digest      text collate "C" not null,
  version     integer not null default 1,
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  primary key (tenant, name, locale),
  check (subject is not null or text is not null),
  check (html is null or text is not null)
);

-- Nobody has to ask which of two is meant. It also finds the one that fits a message.
create unique index templates_for on belfry.templates (tenant, kind, entity_type, channel, locale);

alter table belfry.templates enable row level security;
create policy tenant_only on belfry.templates
  using ((tenant = current_setting('belfry.tenant', true)) is true) with check (tenant = current_setting('belfry.tenant', true));

select belfry.make_roles();
