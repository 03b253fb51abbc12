--   $1 tenant  $2 recipient  $3 calendar  $4–$6 href, from and to in ms
insert into belfry.busy_times (tenant, recipient, calendar, href, during)
select $1, $2, $3, u.href, tstzrange(to_timestamp(u.from_ms / 1000), to_timestamp(u.to_ms / 1000))
from unnest($4::text[], $5::float8[], $6::float8[]) as u(href, from_ms, to_ms)
