insert into belfry.zones (version, checked, moved) values ($1, $2, $3) on conflict (version) do nothing
