-- Which database cluster these tables live in, and on which timeline of it, as far as Belfry has seen. A failover, a restore of
-- the cluster's files to an earlier moment, and a dump loaded elsewhere change it; a restart and a crash do not. One row, once
-- somebody has looked.
create table belfry.lineage (
  singleton          boolean primary key default true check (singleton),
  -- a 64-bit number; '' where the server does not tell it
  system_identifier  text collate "C" not null,
  timeline           integer not null,
  seen_at            timestamptz not null default clock_timestamp()
);
