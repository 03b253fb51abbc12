-- Where these tables live now, and where they lived when somebody last looked. The timeline is read off the name of the WAL file
-- that is being written: pg_control_checkpoint() tells the old one until the first checkpoint after a promotion. A standby writes
-- none: null.
select n.system_identifier, n.timeline, l.system_identifier as known_identifier, l.timeline as known_timeline
from (
  select (select system_identifier::text from pg_catalog.pg_control_system()) as system_identifier,
    case when not pg_catalog.pg_is_in_recovery() then
      ('x' || left(pg_catalog.pg_walfile_name(pg_catalog.pg_current_wal_lsn()), 8))::bit(32)::integer end as timeline
) n
left join belfry.lineage l on true
