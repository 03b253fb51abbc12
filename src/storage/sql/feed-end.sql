-- Whatever becomes visible from now on has this number or a higher one.
select pg_snapshot_xmin(pg_current_snapshot())::text as xid
