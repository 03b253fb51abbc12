select id, timezone, quiet_hours, version, paused_until is not null as has_pause from belfry.recipients where tenant = $1 and id = $2 for update
