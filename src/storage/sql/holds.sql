select tenant, channel, reason, held_by, (extract(epoch from held_at) * 1000)::float8 as held_ms from belfry.holds
order by tenant, channel
