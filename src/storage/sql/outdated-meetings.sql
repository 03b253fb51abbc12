-- Meetings that are to come and whose wall clock was resolved with an older time-zone database.
--   $1 version   $2–$4 the last one that was looked at   $5 how many
select tz_version, tenant, id from belfry.meetings
where tz_version < $1 and status in ('pending', 'accepted') and time_anchor = 'local' and (tz_version, tenant, id) > ($2, $3, $4)
order by tz_version, tenant, id limit $5::integer
