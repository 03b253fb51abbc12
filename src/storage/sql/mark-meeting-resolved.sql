-- $1 tenant   $2 id   $3 version of the time-zone database
update belfry.meetings set tz_version = $3 where tenant = $1 and id = $2
