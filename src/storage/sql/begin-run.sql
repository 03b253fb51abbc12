--   $1 tenant   $2 id   $3 sweep   $4 trigger   $5 started, ms
insert into belfry.runs (tenant, id, sweep, trigger, started_at)
values ($1, $2::uuid, $3, $4, to_timestamp($5::float8 / 1000))
