-- Busy times of a calendar beside those of some objects ($4).
select count(*)::integer as count from belfry.busy_times b
where b.tenant = $1 and b.recipient = $2 and b.calendar = $3 and b.href <> all ($4::text[])
