select date_part('epoch', belfry.now()) * 1000 as now_ms, driven_at is not null as driven from belfry.clock
