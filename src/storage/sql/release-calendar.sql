-- Whoever took it to read it stops before it was read: it is due as before.
update belfry.calendars set next_at = least(next_at, belfry.now()) where tenant = $1 and recipient = $2 and id = $3
