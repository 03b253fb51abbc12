select (extract(epoch from belfry.now()) * 1000)::float8 as now_ms, driven_at is not null as driven from belfry.clock
