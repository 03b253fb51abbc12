select name, steps from belfry.plans where tenant = $1 order by name
