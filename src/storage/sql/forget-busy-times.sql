-- Of these objects ($4), or of all of a calendar.
delete from belfry.busy_times b
where b.tenant = $1 and b.recipient = $2 and b.calendar = $3 and ($4::text[] is null or b.href = any ($4::text[]))
