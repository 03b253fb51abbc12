-- Everything that was read there: it is another place now.
delete from belfry.calendar_objects where tenant = $1 and recipient = $2 and calendar = $3
