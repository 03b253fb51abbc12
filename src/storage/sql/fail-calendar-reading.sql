-- It could not be read: everything stays as it was, and it is tried again after 1, 2, 4 … 60 minutes.
--   $4 why   $5 the version that was tried
update belfry.calendars set trouble = $4, failures = least(failures + 1, 1000),
  next_at = belfry.now() + least(power(2, least(failures, 10)), 60) * interval '1 minute'
where tenant = $1 and recipient = $2 and id = $3 and version = $5
