-- Which version of the meeting ($5) we have written at $4.
update belfry.calendar_objects set written = $5 where tenant = $1 and recipient = $2 and calendar = $3 and href = $4
