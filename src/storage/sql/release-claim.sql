-- Whoever took it ($4) is done with it. One whose time ran out meanwhile has nothing to give back.
update belfry.calendars set read_until = null where tenant = $1 and recipient = $2 and id = $3 and read_until = $4::timestamptz
