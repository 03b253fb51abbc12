-- Meetings that are to come and whose wall clock was resolved with an older time-zone database.   $1 version   $2 how many
select tenant, id from belfry.meetings
where tz_version < $1 and status in ('pending', 'accepted') and time_anchor = 'local'
order by tz_version limit $2::integer
