-- How far a run has come.
--   $1 tenant   $2 id   $3 examined   $4 reminded   $5 errors   $6 skipped   $7 problems
update belfry.runs set beat_at = clock_timestamp(), examined = $3, reminded = $4, errors = $5, skipped = $6::jsonb,
  problems = $7::jsonb
where tenant = $1 and id = $2::uuid
