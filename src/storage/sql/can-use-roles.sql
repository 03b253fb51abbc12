-- Are there roles for requests and workers, may this one act as them, and have they been let at the tables? From 16 on, a
-- member of a role may be one that cannot act as it.
select count(*) = 2 and coalesce(bool_and(
    pg_has_role(oid, case when current_setting('server_version_num')::integer >= 160000 then 'set' else 'member' end)
    and has_table_privilege(oid, 'belfry.reminders', 'insert')
  ), false) as usable
from pg_roles where rolname in ('belfry_app', 'belfry_worker')
