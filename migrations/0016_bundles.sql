-- Several reminders of one person in one message. A bundle is that message: its id is the idempotency key, and its members are
-- fixed when it is made. Each member keeps its own delivery, which is cancelled, tried again and explained by itself.
create table belfry.bundles (
  id              uuid primary key,
  tenant          text collate "C" not null,
  recipient       text collate "C" not null,
  channel         text collate "C" not null,
  created_at      timestamptz not null,
  buckets         smallint[] not null,
  reminders       uuid[] not null,
  occurrence_keys bigint[] not null,
  check (cardinality(reminders) between 2 and 100),
  check (cardinality(buckets) = cardinality(reminders) and cardinality(occurrence_keys) = cardinality(reminders))
);
create index bundles_recipient on belfry.bundles (tenant, recipient);

alter table belfry.bundles enable row level security;
create policy tenant_only on belfry.bundles
  using ((tenant = current_setting('belfry.tenant', true)) is true) with check (tenant = current_setting('belfry.tenant', true));

-- In which message it goes. The zero id: it waits to be put together with others of the same person.
alter table belfry.deliveries add column bundle uuid;
-- Both hold waiting ones alone, and are empty where nothing is put together.
create index deliveries_gathering on belfry.deliveries (pending_at)
  where bundle = '00000000-0000-0000-0000-000000000000' and pending_at is not null;
create index deliveries_companions on belfry.deliveries (recipient, tenant, channel)
  where bundle = '00000000-0000-0000-0000-000000000000' and pending_at is not null;

select belfry.make_roles();
