select id, timezone, quiet_hours, version from belfry.recipients where tenant = $1 and id = $2 for update
