-- The end of a run, and how far its sweep has covered what comes due ($12, ms; null: not known). It does not go back, unless it
-- was ahead of the clock.
--   $1 tenant  $2 id  $3 sweep  $4 state  $5 took, ms  $6 examined  $7 reminded  $8 errors  $9 skipped  $10 problems  $11 warnings
with covered as (
  update belfry.sweeps s set warnings = coalesce($11::jsonb, s.warnings),
    covered_until = case when $12::float8 is null then s.covered_until
      when s.covered_until > belfry.now() then to_timestamp($12::float8 / 1000)
      else greatest(s.covered_until, to_timestamp($12::float8 / 1000)) end
  where s.tenant = $1 and s.name = $3
)
update belfry.runs r set state = $4, ended_at = belfry.now(), beat_at = clock_timestamp(), took_ms = $5::integer, examined = $6,
  reminded = $7, errors = $8, skipped = $9::jsonb, problems = $10::jsonb
where r.tenant = $1 and r.id = $2::uuid
returning to_json(r) as run
