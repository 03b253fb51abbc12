delete from belfry.holds where tenant = $1 and channel = $2 returning reason
