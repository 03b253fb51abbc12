-- Takes one calendar, so that nobody else reads it: for so long ($4, in ms of real time) at the most. No row: somebody has it, or it is not there.
update belfry.calendars c set read_until = clock_timestamp() + $4::float8 * interval '1 millisecond'
where c.tenant = $1 and c.recipient = $2 and c.id = $3 and (c.read_until is null or c.read_until <= clock_timestamp())
returning c.read_until::text as claim
