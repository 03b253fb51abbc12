select exists (select from belfry.reminders where tz_version is not null and tz_version < $1) as any
