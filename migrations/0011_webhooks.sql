-- Webhooks: where the messages of a tenant's recipients are posted to. A recipient's address on the channel `webhook` is the id of an
-- endpoint.

create table belfry.webhook_endpoints (
  tenant           text collate "C" not null references belfry.tenants,
  id               text collate "C" not null check (octet_length(id) between 1 and 64),
  url              text not null check (octet_length(url) between 1 and 2048),
  description      text,
  -- sealed by the vault under a key that is not in the database
  secret           bytea not null,
  -- signs beside the new one until its receivers have been told
  previous_secret  bytea,
  previous_until   timestamptz,
  disabled_at      timestamptz,
  disabled_reason  text collate "C" check (disabled_reason in ('gone', 'by_hand', 'imported')),
  version          integer not null default 1,
  created_at       timestamptz not null,
  updated_at       timestamptz not null,
  primary key (tenant, id),
  check ((previous_secret is null) = (previous_until is null)),
  check ((disabled_at is null) = (disabled_reason is null))
);

-- Which deliveries went to which endpoint: a line when the first send begins. What became of them is in deliveries and attempts.
-- It is written by the statement that looks the endpoint up, so a send takes no more round trips for it.
create table belfry.webhook_sends (
  bucket          smallint not null check (bucket between 0 and 1023),
  reminder        uuid not null,
  occurrence_key  bigint not null,
  tenant          text collate "C" not null,
  endpoint        text collate "C" not null,
  at              timestamptz not null,
  primary key (bucket, reminder, occurrence_key, endpoint)
);
create index webhook_sends_endpoint on belfry.webhook_sends (tenant, endpoint, at, reminder, occurrence_key);

-- Whose address an endpoint is: those that were suspended with it are good again when it is.
create index addresses_webhook on belfry.addresses (tenant, "left"(address, 64)) where channel = 'webhook';

alter table belfry.webhook_endpoints enable row level security;
alter table belfry.webhook_sends enable row level security;
create policy tenant_only on belfry.webhook_endpoints
  using ((tenant = current_setting('belfry.tenant', true)) is true) with check (tenant = current_setting('belfry.tenant', true));
create policy tenant_only on belfry.webhook_sends
  using ((tenant = current_setting('belfry.tenant', true)) is true) with check (tenant = current_setting('belfry.tenant', true));

select belfry.make_roles();
