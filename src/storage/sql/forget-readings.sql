-- After a restore: what was known of calendars elsewhere is of another time. Each is read anew. Copies of our meetings are found again
-- by their UIDs; one that is not there was not removed by anybody, as far as this database can know.
with copies as (
  delete from belfry.calendar_objects where meeting is not null
)
update belfry.calendars set etag = null, modified = null, sync_token = null, next_at = belfry.now(), read_until = null,
  reading = reading + 1
