-- Acts as both roles, one after the other, until the end of this transaction; an error where that is not allowed.
select set_config('role', 'belfry_app', true) || set_config('role', 'belfry_worker', true) as roles
