-- A changed time-zone database has moved a meeting.   $1 tenant   $2 id   $3 status   $4 version of the database   $5 slots   $6, $7 ms
with moved as (
  update belfry.meetings m set slots = $5, starts_at = to_timestamp($6::float8 / 1000), ends_at = to_timestamp($7::float8 / 1000),
    tz_version = $4, sequence = m.sequence + 1, version = m.version + 1, updated_at = belfry.now()
  where m.tenant = $1 and m.id = $2 and m.status = $3
  returning m.starts_at, m.ends_at - m.starts_at > interval '32 days' as is_long
)
update belfry.meeting_participants p set starts_at = m.starts_at, is_long = m.is_long
from moved m where p.tenant = $1 and p.meeting = $2
