-- Says how a sweep is. When it runs next stays as it was, unless its schedule is another one, or it never ran so late: the clock
-- was put back. What comes into its window from now on is its own; what had been overdue before is not. That holds too for one that
-- looks elsewhere from now on, or calls its items or reminders something else (nothing there would be known), or was switched off.
--   $1 tenant  $2 name  $3 origin  $4 definition  $5 every  $6 timezone  $7 enabled  $8 needs  $9 warnings  $10 next tick, ms
insert into belfry.sweeps as s (
  tenant, name, origin, definition, every, timezone, enabled, needs, warnings, next_at, covered_until, created_at, updated_at)
values ($1, $2, $3, $4::jsonb, $5, $6, $7, $8, $9::jsonb, to_timestamp($10::float8 / 1000), belfry.now(), belfry.now(), belfry.now())
on conflict (tenant, name) do update set
  origin = excluded.origin, definition = excluded.definition, every = excluded.every, timezone = excluded.timezone,
  enabled = excluded.enabled, needs = excluded.needs, warnings = excluded.warnings, updated_at = excluded.updated_at,
  covered_until = case
    when (s.definition -> 'source') - '{columns,recipients,reminderSentAt}'::text[]
        is distinct from (excluded.definition -> 'source') - '{columns,recipients,reminderSentAt}'::text[]
      or s.definition -> 'entityType' is distinct from excluded.definition -> 'entityType'
      or s.definition -> 'kind' is distinct from excluded.definition -> 'kind'
      or s.definition -> 'overdueKind' is distinct from excluded.definition -> 'overdueKind'
      or excluded.enabled > s.enabled
      then excluded.covered_until
    else s.covered_until end,
  next_at = case
    when (s.every, s.timezone, s.enabled) = (excluded.every, excluded.timezone, excluded.enabled)
      then least(s.next_at, excluded.next_at)
    else excluded.next_at end
returning s.name
