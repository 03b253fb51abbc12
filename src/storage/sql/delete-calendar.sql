delete from belfry.calendars where tenant = $1 and recipient = $2 and id = $3 returning id
