-- A field that was left out ($n is null and its flag false) keeps its value; null clears it. Answers how the channels are, for
-- whoever changes those next (put-recipient-channels.sql): the row is locked by now.
insert into belfry.recipients as r (
  tenant, id, name, timezone, locale, quiet_hours, muted, paused_until, created_at, updated_at)
values ($1, $2, $3, coalesce($5::text, 'UTC'), coalesce($7::text, 'en'), $9::jsonb, $11::text[], $13::timestamptz, belfry.now(), belfry.now())
on conflict (tenant, id) do update set
  name = case when $4::boolean then excluded.name else r.name end,
  timezone = case when $6::boolean then excluded.timezone else r.timezone end,
  locale = case when $8::boolean then excluded.locale else r.locale end,
  quiet_hours = case when $10::boolean then excluded.quiet_hours else r.quiet_hours end,
  muted = case when $12::boolean then excluded.muted else r.muted end,
  paused_until = case when $14::boolean then excluded.paused_until else r.paused_until end,
  version = r.version + 1, updated_at = excluded.updated_at
returning id, timezone, quiet_hours, channels, channel_delays, fallback
