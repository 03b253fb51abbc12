delete from belfry.requests where id = $1
