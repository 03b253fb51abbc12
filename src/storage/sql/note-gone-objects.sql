-- Meetings of ours that were removed there. What is to be done ($5) is done afterwards, one after the other, and survives a crash here.
--   $4 hrefs
update belfry.calendar_objects set gone = $5 where tenant = $1 and recipient = $2 and calendar = $3 and href = any ($4::text[])
