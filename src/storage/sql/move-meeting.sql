-- A changed time-zone database has moved a meeting.   $1 tenant   $2 id   $3 version of the database   $4 slots   $5, $6 ms   $7 into something else
with moved as (
  update belfry.meetings m set slots = $4, starts_at = to_timestamp($5::float8 / 1000), ends_at = to_timestamp($6::float8 / 1000),
    tz_version = $3, sequence = m.sequence + 1, version = m.version + 1, updated_at = belfry.now(),
    conflict_at = case when $7::boolean then belfry.now() end
  where m.tenant = $1 and m.id = $2
  returning m.starts_at, m.ends_at - m.starts_at > interval '32 days' as is_long
)
update belfry.meeting_participants p set starts_at = m.starts_at, is_long = m.is_long
from moved m where p.tenant = $1 and p.meeting = $2
