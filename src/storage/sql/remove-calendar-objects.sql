-- Objects that are gone, and with them their busy times.
--   $4 hrefs
delete from belfry.calendar_objects where tenant = $1 and recipient = $2 and calendar = $3 and href = any ($4::text[])
