-- It was read, and something could not be written there: that is tried again at the next reading.
update belfry.calendars set trouble = $4 where tenant = $1 and recipient = $2 and id = $3
