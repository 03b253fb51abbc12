-- Are there roles for requests and workers, and may this one act as them?
select coalesce(bool_and(pg_has_role(oid, 'member')), false) and count(*) = 2 as usable
from pg_roles where rolname in ('belfry_app', 'belfry_worker')
