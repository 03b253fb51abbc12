-- Nobody else writes what is read there until this transaction ends.
select c.version, c.reading from belfry.calendars c where c.tenant = $1 and c.recipient = $2 and c.id = $3 for update
