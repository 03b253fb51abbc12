-- A run that found nothing.   $1 tenant   $2 id
delete from belfry.runs where tenant = $1 and id = $2::uuid
