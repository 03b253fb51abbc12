-- Whom to reach how: ladders of recipients' own with a fallback, what is switched off only together with something else, and
-- addresses that are suspended.

alter table belfry.recipients
  -- as in reminders: how long after the first each channel waits, in milliseconds; a fallback is the last, with -1
  add column channel_delays integer[],
  add column fallback text collate "C",
  add constraint recipients_delays check (
    channel_delays is null or channels is not null and cardinality(channel_delays) = cardinality(channels)),
  add constraint recipients_fallback check (
    fallback is null or coalesce(
      channels[cardinality(channels)] = fallback and channel_delays[cardinality(channels)] = -1, false));

-- Every way in which a ring may be switched off (recipients.muted). Names have no spaces. Without a search_path of its own, so
-- that it becomes part of the statements that ask.
create function belfry.switches(entity_type text, kind text, channel text) returns text[]
  language sql
  immutable
  parallel safe
  as $$
    select array[
      'type:' || entity_type, 'kind:' || kind, 'channel:' || channel,
      'type_kind:' || entity_type || ' ' || kind, 'type_channel:' || entity_type || ' ' || channel,
      'kind_channel:' || kind || ' ' || channel, 'type_kind_channel:' || entity_type || ' ' || kind || ' ' || channel]
  $$;

-- For whoever looks after addresses: those that are suspended are few.
create index addresses_suspended on belfry.addresses (tenant, recipient) where suspended_at is not null;

select belfry.make_roles();
