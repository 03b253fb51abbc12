-- A meeting goes into another status, which is on record with who did it and why. The caller holds it locked.
--   $1 tenant   $2 id   $3 from   $4 to   $5 reason   $6 accepted slot (null: as it is)   $7, $8 its first and last moment (null: as they are)
--   $9 by how much the sequence is raised   $10 who acts   $11 actor
with instant as materialized (select belfry.now() as now),
changed as (
  update belfry.meetings m set status = $4, reason = $5, accepted = coalesce($6::smallint, m.accepted),
    starts_at = coalesce(to_timestamp($7::float8 / 1000), m.starts_at), ends_at = coalesce(to_timestamp($8::float8 / 1000), m.ends_at),
    sequence = m.sequence + $9::integer, version = m.version + 1, updated_at = i.now
  from instant i
  where m.tenant = $1 and m.id = $2 and m.status = $3
  returning m.id, m.starts_at, m.ends_at - m.starts_at > interval '32 days' as is_long, m.status
),
placed as (
  update belfry.meeting_participants p set starts_at = c.starts_at, is_long = c.is_long
  from changed c
  where p.tenant = $1 and p.meeting = $2 and (p.starts_at, p.is_long) <> (c.starts_at, c.is_long)
),
freed as (
  -- what does not take place keeps nobody's time
  delete from belfry.bookings b using changed c
  where b.tenant = $1 and b.meeting = $2 and c.status <> 'accepted'
),
told as (
  insert into belfry.meeting_status_events (tenant, meeting, at, from_status, to_status, participant, actor, reason)
  select $1, $2, i.now, $3, $4, $10, $11, $5 from changed cross join instant i
)
select id from changed
