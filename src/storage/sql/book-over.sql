-- For those whose time was taken: it is kept beside what is there, and reported.   $1 tenant   $2 meeting   $3 recipients   $4, $5 ms
insert into belfry.bookings (tenant, recipient, meeting, during, is_enforced)
select $1, u.recipient, $2, tstzrange(to_timestamp($4::float8 / 1000), to_timestamp($5::float8 / 1000)), false
from unnest($3::text[]) as u(recipient)
order by u.recipient
