-- Pulses: how it went, a row a minute and process, written by its workers at most every ten seconds and only after something has happened.
-- Charts over days read these and never the ledger. Of no tenant: how much others send is nobody's to know but the operator's.
create table belfry.pulses (
  -- by the clock that can be driven
  minute     timestamptz not null,
  process    text collate "C" not null check (octet_length(process) between 1 and 64),
  -- deliveries that came to an end
  sent       bigint not null default 0 check (sent >= 0),
  failed     bigint not null default 0 check (failed >= 0),
  unknown    bigint not null default 0 check (unknown >= 0),
  others     bigint not null default 0 check (others >= 0),
  -- how many sends were late by how much: a count for each span of engine/lateness.ts
  lateness   bigint[] not null check (array_length(lateness, 1) = 19),
  -- looked at once in this minute: reminders that are due, reminders with a moment, deliveries that wait; null: not looked at
  due        bigint,
  pending    bigint,
  waiting    bigint,
  primary key (minute, process)
) with (
  -- no other index and half a page free: every change is a heap-only update
  fillfactor = 50
);

select belfry.grant_anew();
