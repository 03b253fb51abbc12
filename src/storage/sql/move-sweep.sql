-- When it runs next, unless somebody has disabled it meanwhile.
update belfry.sweeps set next_at = to_timestamp($3::float8 / 1000) where tenant = $1 and name = $2 and enabled
