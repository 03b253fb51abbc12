-- Writes a block as a whole; one that says the same keeps its version.
--   $1 tenant   $2 recipient   $3 id   $4 kind   $5 day of the week   $6 date   $7, $8 from, to   $9 zone   $10, $11 valid from, until
insert into belfry.availability_blocks as a
  (tenant, recipient, id, kind, day_of_week, date, start_time, end_time, timezone, valid_from, valid_until, created_at, updated_at)
values ($1, $2, $3, $4, $5, $6::date, $7, $8, $9, $10::date, $11::date, belfry.now(), belfry.now())
on conflict (tenant, recipient, id) do update set kind = excluded.kind, day_of_week = excluded.day_of_week, date = excluded.date,
  start_time = excluded.start_time, end_time = excluded.end_time, timezone = excluded.timezone,
  valid_from = excluded.valid_from, valid_until = excluded.valid_until, version = a.version + 1, updated_at = excluded.updated_at
where (a.kind, a.day_of_week, a.date, a.start_time, a.end_time, a.timezone, a.valid_from, a.valid_until) is distinct from
  (excluded.kind, excluded.day_of_week, excluded.date, excluded.start_time, excluded.end_time, excluded.timezone,
    excluded.valid_from, excluded.valid_until)
