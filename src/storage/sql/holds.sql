select tenant, channel, reason, held_by, date_part('epoch', held_at) * 1000 as held_ms from belfry.holds
order by tenant, channel
