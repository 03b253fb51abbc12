select version from belfry.plans where tenant = $1 and name = $2 for update
