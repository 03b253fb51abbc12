-- Its runs go with it.
delete from belfry.sweeps where tenant = $1 and name = $2 returning name
