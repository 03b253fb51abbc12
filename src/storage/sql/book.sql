-- Books a meeting's time for everybody, in sorted order, so that two who book the same people do not wait for each other in a
-- circle. Whom somebody else has booked meanwhile is left out: the caller compares.   $1 tenant   $2 meeting   $3 recipients   $4, $5 ms
insert into belfry.bookings (tenant, recipient, meeting, during)
select $1, u.recipient, $2, tstzrange(to_timestamp($4::float8 / 1000), to_timestamp($5::float8 / 1000))
from unnest($3::text[]) as u(recipient)
order by u.recipient
on conflict do nothing
returning recipient
