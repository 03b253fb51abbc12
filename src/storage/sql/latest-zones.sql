-- The newest time-zone database that reminders were resolved with. The lock lets one worker do the work; null: another has it.
select case when pg_try_advisory_xact_lock(108170671747707) then coalesce((select max(version) from belfry.zones), '') end as version
