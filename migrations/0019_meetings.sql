-- Meetings: an entity with a life cycle, the times that people are there for, and the calendars that know when they are not.
-- What rings is the reminders of the entity `{ type: 'meeting', id }`, as with every entity.

-- A person and a span of time in one constraint. It comes with PostgreSQL, and the owner of a database may install it.
create extension if not exists btree_gist;

create table belfry.meetings (
  tenant       text collate "C" not null references belfry.tenants,
  id           text collate "C" not null,
  -- src/meetings/transitions.ts has the ways between them
  status       text collate "C" not null default 'pending'
    check (status in ('pending', 'accepted', 'denied', 'rescheduled', 'cancelled', 'completed')),
  -- why it was denied, rescheduled or cancelled, in somebody's words; `expired`: nobody answered in time
  reason       text,
  requester    text collate "C" not null,
  title        text not null,
  body         text,
  location     text,
  data         jsonb,
  timezone     text collate "C" not null,
  time_anchor  text collate "C" not null default 'local' check (time_anchor in ('local', 'instant')),
  -- [{ start, end, startMs, endMs }]: nominal local times (or instants) as they were proposed, and what they mean
  slots        jsonb not null check (jsonb_typeof(slots) = 'array' and jsonb_array_length(slots) > 0),
  -- which of them was accepted
  accepted     smallint check (accepted >= 0),
  -- of the accepted slot; while there is none, when the first proposed one begins and the last one ends
  starts_at    timestamptz not null,
  ends_at      timestamptz not null,
  quorum       text collate "C" not null default 'any' check (quorum in ('any', 'all')),
  -- steps or the name of a plan, as the entity has them
  plan         jsonb not null,
  late_policy  text collate "C" not null default 'skip' check (late_policy in ('skip', 'immediate')),
  channels     jsonb,
  critical     boolean not null default false,
  before_ms    bigint not null default 0 check (before_ms >= 0),
  after_ms     bigint not null default 0 check (after_ms >= 0),
  outside_ok   boolean not null default false,
  parent       text collate "C",
  root         text collate "C" not null,
  -- of the calendar file: one for the whole lineage
  sequence     integer not null default 0,
  version      integer not null default 1,
  tz_version   text collate "C" not null,
  -- a changed time-zone database has moved it into something else: when that was noticed
  conflict_at  timestamptz,
  created_at   timestamptz not null,
  updated_at   timestamptz not null,
  primary key (tenant, id),
  foreign key (tenant, parent) references belfry.meetings (tenant, id),
  check (ends_at > starts_at),
  check ((parent is null) = (root = id)),
  check ((status in ('accepted', 'completed')) <= (accepted is not null)),
  check (accepted is null or accepted < jsonb_array_length(slots))
);

-- A meeting is rescheduled once: whoever comes second finds the child here.
create unique index meetings_child on belfry.meetings (tenant, parent) where parent is not null;
create index meetings_lineage on belfry.meetings (tenant, root, sequence);
create index meetings_time on belfry.meetings (tenant, starts_at, id);
-- No slot is as long as this: what is spans several, and nobody has agreed on one. A list of what ends after a moment looks for these, and
-- for all others from 32 days before it on.
create index meetings_long on belfry.meetings (tenant, starts_at, id) where ends_at - starts_at > interval '32 days';
-- Nobody has answered, and the last proposed slot is over.
create index meetings_expiring on belfry.meetings (ends_at) where status = 'pending';
-- What a newer time-zone database has to look at.
create index meetings_zones on belfry.meetings (tz_version, tenant, id) where status in ('pending', 'accepted') and time_anchor = 'local';

-- Everybody who takes part, the requester too.
create table belfry.meeting_participants (
  tenant      text collate "C" not null,
  meeting     text collate "C" not null,
  recipient   text collate "C" not null,
  position    smallint not null,
  answer      text collate "C" check (answer in ('accepted', 'denied')),
  -- which of the slots they accepted
  slot        smallint,
  reason      text,
  answered_at timestamptz,
  -- their calendar does not have it any more: they removed it there
  removed_at  timestamptz,
  -- of the meeting, so that a person's meetings are found in order of time
  starts_at   timestamptz not null,
  -- more than 32 days from its first to its last moment
  is_long     boolean not null default false,
  primary key (tenant, meeting, recipient),
  foreign key (tenant, meeting) references belfry.meetings (tenant, id) on delete cascade
);

create index meeting_participants_time on belfry.meeting_participants (tenant, recipient, starts_at, meeting);
create index meeting_participants_long on belfry.meeting_participants (tenant, recipient, starts_at, meeting) where is_long;

-- Who is where, and when: the accepted meetings, with their buffers. Half-open, so that 10–11 and 11–12 stand beside each other.
create table belfry.bookings (
  tenant      text collate "C" not null,
  recipient   text collate "C" not null,
  meeting     text collate "C" not null,
  during      tstzrange not null check (not isempty(during) and lower_inc(during) and not upper_inc(during)),
  -- a changed time-zone database has moved it into another: it is reported, and people decide
  is_enforced boolean not null default true,
  primary key (tenant, meeting, recipient),
  foreign key (tenant, meeting) references belfry.meetings (tenant, id) on delete cascade,
  constraint bookings_once exclude using gist (tenant with =, recipient with =, during with &&) where (is_enforced)
);

-- What was moved into another waits to be looked at again.
create index bookings_beside on belfry.bookings (tenant, meeting) where not is_enforced;
create index bookings_person on belfry.bookings using gist (tenant, recipient, during);

-- The entity of a meeting that is to come does not end by itself: `belfry.cancel` of a trigger would take people's reminders away and leave
-- the meeting as it was. The verbs of meetings change the meeting first.
create function belfry.refuse_end_of_meeting() returns trigger
  language plpgsql
  set search_path = ''
  as $$
  begin
    if exists (
      select from belfry.meetings m
      where m.tenant = old.tenant and m.id = old.id and m.status in ('pending', 'accepted')
    ) then
      raise exception 'meeting/% is a meeting: cancel or complete that', old.id using errcode = 'check_violation';
    end if;
    return new;
  end
  $$;

create trigger entities_of_meetings before update of status on belfry.entities
  for each row when (old.type = 'meeting' and new.status <> 'active' and old.status = 'active')
  execute function belfry.refuse_end_of_meeting();

-- What became of a meeting, and who did it.
create table belfry.meeting_status_events (
  id          bigint generated always as identity primary key,
  tenant      text collate "C" not null,
  meeting     text collate "C" not null,
  at          timestamptz not null,
  from_status text collate "C",
  to_status   text collate "C" not null,
  -- the participant; null: Belfry itself
  participant text collate "C",
  actor       text not null,
  reason      text,
  foreign key (tenant, meeting) references belfry.meetings (tenant, id) on delete cascade
);

create index meeting_status_events_meeting on belfry.meeting_status_events (tenant, meeting, id);

create table belfry.meeting_reschedule_events (
  id          bigint generated always as identity primary key,
  tenant      text collate "C" not null,
  -- the meeting that was rescheduled, and the one that took its place
  original    text collate "C" not null,
  replacement text collate "C" not null,
  at          timestamptz not null,
  participant text collate "C",
  actor       text not null,
  reason      text,
  new_slots   jsonb not null,
  foreign key (tenant, original) references belfry.meetings (tenant, id) on delete cascade,
  foreign key (tenant, replacement) references belfry.meetings (tenant, id) on delete cascade
);

create index meeting_reschedule_events_original on belfry.meeting_reschedule_events (tenant, original);
create index meeting_reschedule_events_replacement on belfry.meeting_reschedule_events (tenant, replacement);

-- When people are there: every week, on one date, or not at all on one date. Wall clocks of a zone, never instants.
create table belfry.availability_blocks (
  tenant      text collate "C" not null,
  recipient   text collate "C" not null,
  id          text collate "C" not null,
  kind        text collate "C" not null check (kind in ('weekly', 'extra', 'off')),
  -- 0 is Sunday
  day_of_week smallint check (day_of_week between 0 and 6),
  date        date,
  -- HH:MM; an end that is not after the start is on the next day
  start_time  text collate "C" not null check (start_time ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  end_time    text collate "C" not null check (end_time ~ '^(([01]\d|2[0-3]):[0-5]\d|24:00)$'),
  timezone    text collate "C" not null,
  valid_from  date,
  valid_until date,
  version     integer not null default 1,
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  primary key (tenant, recipient, id),
  foreign key (tenant, recipient) references belfry.recipients (tenant, id) on delete cascade,
  check ((kind = 'weekly') = (day_of_week is not null)),
  check ((kind = 'weekly') = (date is null)),
  check (kind = 'weekly' or (valid_from is null and valid_until is null)),
  check (valid_until >= valid_from)
);

-- Calendars elsewhere: a file, a URL that is read now and then, or a CalDAV collection.
create table belfry.calendars (
  tenant       text collate "C" not null,
  recipient    text collate "C" not null,
  id           text collate "C" not null,
  kind         text collate "C" not null check (kind in ('file', 'url', 'caldav')),
  name         text,
  url          text check (octet_length(url) between 1 and 2048),
  -- user name and password, sealed
  credentials  bytea,
  -- its owner has named the place with a token of their own: networks that the operator allows are not for them
  public_only  boolean not null default false,
  -- the zone of events that name none; null: the person's
  timezone     text collate "C",
  -- what becomes of a meeting of ours that was deleted there
  on_removed   text collate "C" not null default 'mark' check (on_removed in ('mark', 'cancel')),
  -- CalDAV: meetings of ours are written there
  writes       boolean not null default false,
  -- CalDAV: the collection that was found there
  collection   text,
  -- of the feed, or of the collection as it was read last
  etag         text,
  modified     text,
  sync_token   text,
  every_ms     bigint not null default 900000 check (every_ms >= 60000),
  -- when it is read next; a file: when its series are expanded further
  next_at      timestamptz,
  -- somebody reads it just now, and has it until then at the latest, in real time
  read_until   timestamptz,
  synced_at    timestamptz,
  -- why the last reading failed, and how many have failed in a row
  trouble      text,
  failures     integer not null default 0,
  -- until when recurring events have been expanded, and in which zone and by which time-zone database
  expanded_to  timestamptz,
  expanded_by  text,
  version      integer not null default 1,
  -- raised by everything that writes here: whoever was on the network meanwhile sees that somebody was faster
  reading      integer not null default 0,
  created_at   timestamptz not null,
  updated_at   timestamptz not null,
  primary key (tenant, recipient, id),
  foreign key (tenant, recipient) references belfry.recipients (tenant, id) on delete cascade,
  check ((kind = 'file') = (url is null))
);

create index calendars_next on belfry.calendars (next_at) where next_at is not null;

-- What was read there: one row an object (a file of CalDAV, one UID of anything else). Times only; nobody here reads titles.
create table belfry.calendar_objects (
  tenant     text collate "C" not null,
  recipient  text collate "C" not null,
  calendar   text collate "C" not null,
  href       text collate "C" not null,
  uid        text collate "C" not null,
  etag       text,
  sequence   integer not null default 0,
  -- the lineage of ours that it is; its times are ours, and count as such
  meeting    text collate "C",
  -- the sequence of the meeting that was written there, by us; theirs may be higher
  written    integer,
  -- such a one is not there: missing once, or moved to another of their calendars, or gone with most of the others, which nobody
  -- believes; what is still to be done about it; or it is us who delete it
  gone       text collate "C" check (gone in ('missing', 'moved', 'doubted', 'mark', 'cancel', 'ours')),
  -- what is needed to expand it again: [{ start, end, rule, … }]
  events     jsonb not null,
  primary key (tenant, recipient, calendar, href),
  foreign key (tenant, recipient, calendar) references belfry.calendars (tenant, recipient, id) on delete cascade
);

create index calendar_objects_meeting on belfry.calendar_objects (tenant, meeting) where meeting is not null;
-- Copies of ours: whoever looks for somebody's time asks of every busy time whether it is one.
create index calendar_objects_ours on belfry.calendar_objects (tenant, recipient, calendar, href) where meeting is not null;

create index calendar_objects_gone on belfry.calendar_objects (tenant, recipient, calendar) where gone is not null;

create table belfry.busy_times (
  tenant    text collate "C" not null,
  recipient text collate "C" not null,
  calendar  text collate "C" not null,
  href      text collate "C" not null,
  during    tstzrange not null check (not isempty(during)),
  foreign key (tenant, recipient, calendar, href) references belfry.calendar_objects (tenant, recipient, calendar, href) on delete cascade
);

create index busy_times_person on belfry.busy_times using gist (tenant, recipient, during);
create index busy_times_object on belfry.busy_times (tenant, recipient, calendar, href);

-- A meeting that is accepted, or is not any more, is written to the calendars of its people at the next look.
create function belfry.calendars_to_write() returns trigger
  language plpgsql
  set search_path = ''
  as $$
  begin
    -- Nobody waits for a reading that is being written just now: it is followed by a look at what there is to write.
    update belfry.calendars c set next_at = least(c.next_at, belfry.now())
    from (
      select o.tenant, o.recipient, o.id from belfry.calendars o
      where o.tenant = coalesce(new.tenant, old.tenant) and o.recipient = coalesce(new.recipient, old.recipient)
        and o.writes and o.next_at > belfry.now() and o.failures = 0
      for no key update skip locked
    ) free
    where c.tenant = free.tenant and c.recipient = free.recipient and c.id = free.id;
    return null;
  end
  $$;

create trigger bookings_written after insert or delete on belfry.bookings
  for each row execute function belfry.calendars_to_write();

-- Feeds that calendars subscribe to. Raised, every address of it that was given out before is worth nothing.
create table belfry.calendar_feeds (
  tenant     text collate "C" not null,
  recipient  text collate "C" not null,
  generation integer not null default 1,
  created_at timestamptz not null,
  primary key (tenant, recipient),
  foreign key (tenant, recipient) references belfry.recipients (tenant, id) on delete cascade
);

select belfry.keep_tenants_apart(array['meetings', 'meeting_participants', 'bookings', 'meeting_status_events',
  'meeting_reschedule_events', 'availability_blocks', 'calendars', 'calendar_objects', 'busy_times', 'calendar_feeds']);
select belfry.grant_anew();
