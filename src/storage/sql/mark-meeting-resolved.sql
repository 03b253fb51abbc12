-- What a newer time-zone database has left where it was.   $1 tenant   $2 id   $3 version of the database   $4 slots
update belfry.meetings set tz_version = $3, slots = $4 where tenant = $1 and id = $2
