-- $1 tenant   $2 id
select from belfry.meetings where tenant = $1 and id = $2
