-- A try that failed for a reason that is not in the request; counted outside of the transaction that rolled back.
update belfry.requests set tries = tries + 1 where id = $1 returning tries
