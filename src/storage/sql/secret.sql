-- The secret of that name, if there is one.
select value from belfry.secrets where name = $1
