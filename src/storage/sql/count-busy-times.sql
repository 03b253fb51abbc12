-- Busy times of a calendar beside those of some objects ($4; null: of all, and so none), and of the person's other calendars. More than $5 of
-- them need not be counted.
select
  (select count(*) from (
    select from belfry.busy_times b
    where b.tenant = $1 and b.recipient = $2 and b.calendar = $3 and b.href <> all ($4::text[]) limit $5) b)::integer as here,
  (select count(*) from (
    select from belfry.busy_times b where b.tenant = $1 and b.recipient = $2 and b.calendar <> $3 limit $5) b)::integer as elsewhere
