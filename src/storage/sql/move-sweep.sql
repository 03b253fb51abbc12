-- When it runs next.
update belfry.sweeps set next_at = to_timestamp($3::float8 / 1000) where tenant = $1 and name = $2
