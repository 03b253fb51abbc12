-- A field that was left out ($n is null and its flag false) keeps its value; null clears it.
insert into belfry.recipients as r (
  tenant, id, name, timezone, locale, channels, quiet_hours, muted, created_at, updated_at)
values ($1, $2, $3, coalesce($5::text, 'UTC'), coalesce($7::text, 'en'), $9::text[], $11::jsonb, $13::text[], belfry.now(),
  belfry.now())
on conflict (tenant, id) do update set
  name = case when $4::boolean then excluded.name else r.name end,
  timezone = case when $6::boolean then excluded.timezone else r.timezone end,
  locale = case when $8::boolean then excluded.locale else r.locale end,
  channels = case when $10::boolean then excluded.channels else r.channels end,
  quiet_hours = case when $12::boolean then excluded.quiet_hours else r.quiet_hours end,
  muted = case when $14::boolean then excluded.muted else r.muted end,
  version = r.version + 1, updated_at = excluded.updated_at
returning id, timezone, quiet_hours
