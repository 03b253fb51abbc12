-- Who may do what through the server: API keys, the answers that repeated requests get, and the secrets that sign tokens. All
-- of it is real time, also while the clock for due decisions is driven.

-- A key is kept as its SHA-256. One without a tenant is an operator's, and acts for any of them.
create table belfry.keys (
  id          text collate "C" primary key check (id ~ '^[A-Za-z0-9]{10}$'),
  hash        bytea not null unique check (octet_length(hash) = 32),
  tenant      text collate "C" references belfry.tenants,
  name        text not null check (char_length(name) between 1 and 200),
  scopes      text[] not null check (cardinality(scopes) > 0 and scopes <@ array['read', 'write', 'operator']),
  created_at  timestamptz not null default clock_timestamp(),
  created_by  text not null,
  expires_at  timestamptz,
  revoked_at  timestamptz,
  -- the one that took its place
  replaced_by text collate "C",
  check ((tenant is null) = ('operator' = any (scopes)))
);
create index keys_tenant on belfry.keys (tenant, id);

-- What a request with an Idempotency-Key was answered, written with its effect in one transaction. Neither the key nor the
-- answer is readable here: the key is a SHA-256, and the answer is sealed with a key that is derived from it.
create table belfry.answers (
  -- '' for requests of an operator that concern no tenant
  tenant      text collate "C" not null,
  caller      text collate "C" not null,
  key         bytea not null check (octet_length(key) = 32),
  fingerprint bytea not null check (octet_length(fingerprint) = 32),
  answer      bytea not null,
  created_at  timestamptz not null default clock_timestamp(),
  expires_at  timestamptz not null,
  primary key (tenant, caller, key)
);
create index answers_expires on belfry.answers (expires_at);

create table belfry.secrets (
  name        text collate "C" primary key,
  value       bytea not null,
  created_at  timestamptz not null default clock_timestamp()
);

alter table belfry.tenants add column name text check (char_length(name) between 1 and 200);

alter table belfry.answers enable row level security;
create policy tenant_only on belfry.answers using (tenant = current_setting('belfry.tenant', true))
  with check (tenant = current_setting('belfry.tenant', true));
-- No policy: only the owner of the tables reads these.
alter table belfry.keys enable row level security;
alter table belfry.secrets enable row level security;
