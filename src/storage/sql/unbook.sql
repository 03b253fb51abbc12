-- $1 tenant   $2 meeting
delete from belfry.bookings where tenant = $1 and meeting = $2
