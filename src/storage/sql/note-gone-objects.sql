-- Meetings of ours that are not there any more, and what that means ($5). What is to be done is done afterwards, one after the other, and
-- survives a crash here.
--   $4 hrefs
update belfry.calendar_objects o set gone = u.gone
from unnest($4::text[], $5::text[]) as u(href, gone)
where o.tenant = $1 and o.recipient = $2 and o.calendar = $3 and o.href = u.href
