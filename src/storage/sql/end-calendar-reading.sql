-- It was read: what to compare with the next time, and when that is.
--   $4–$7 collection, etag, modified, sync token   $8 what was left out, in words   $9 expanded until, in ms; null: as it was
--   $10 by which zone and database   $11 when it is read next, at the latest, in ms from now
update belfry.calendars set collection = $4, etag = $5, modified = $6, sync_token = $7, trouble = $8,
  expanded_to = coalesce(to_timestamp($9::float8 / 1000), expanded_to), expanded_by = coalesce($10, expanded_by),
  synced_at = belfry.now(), next_at = belfry.now() + $11::float8 * interval '1 millisecond', failures = 0, reading = reading + 1
where tenant = $1 and recipient = $2 and id = $3
