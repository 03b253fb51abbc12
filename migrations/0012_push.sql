-- The devices on which people get notifications. One row of belfry.addresses (`devices:…`) stands for all of a person's: a device
-- without it cannot be, and removing that row, or the person, removes them.
create table belfry.push_subscriptions (
  tenant        text collate "C" not null,
  recipient     text collate "C" not null,
  channel       text collate "C" not null default 'web_push' check (channel = 'web_push'),
  -- of the endpoint: the first half of its SHA-256
  id            text collate "C" not null check (id ~ '^[0-9a-f]{32}$'),
  endpoint      text not null check (octet_length(endpoint) between 1 and 2048),
  -- the browser's public key, and the secret that it shares with us, sealed
  p256dh        text not null check (octet_length(p256dh) = 87),
  auth          bytea not null,
  label         text check (char_length(label) <= 200),
  -- topics of the messages that it took last: another attempt for other devices leaves it out
  confirmed     text[] not null default '{}' check (cardinality(confirmed) <= 20),
  created_at    timestamptz not null,
  last_sent_at  timestamptz,
  primary key (tenant, recipient, id),
  foreign key (tenant, recipient, channel) references belfry.addresses (tenant, recipient, channel) on delete cascade
);

-- A browser is one person's: whoever used it before would be read by whoever uses it now.
create unique index push_subscriptions_device on belfry.push_subscriptions (tenant, id);

alter table belfry.push_subscriptions enable row level security;
create policy tenant_only on belfry.push_subscriptions
  using ((tenant = current_setting('belfry.tenant', true)) is true) with check (tenant = current_setting('belfry.tenant', true));

select belfry.make_roles();
