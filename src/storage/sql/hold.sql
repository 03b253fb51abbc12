insert into belfry.holds (tenant, channel, reason, held_by) values ($1, $2, $3, $4)
on conflict (tenant, channel) do update set reason = excluded.reason, held_by = excluded.held_by
