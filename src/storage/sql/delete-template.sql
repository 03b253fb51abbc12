delete from belfry.templates where tenant = $1 and name = $2 and locale = $3 returning version
