select id, timezone, quiet_hours, version, paused_until is not null as has_pause,
  case when paused_until > belfry.now() then date_part('epoch', paused_until) * 1000 end as paused_ms
from belfry.recipients where tenant = $1 and id = $2 for update
