-- A meeting that is new, everybody who takes part, and the first line of its story. Nothing where the id is taken.
--   $1 tenant   $2 id   $3 requester   $4–$7 title, body, location, data   $8 zone   $9 anchor   $10 slots   $11, $12 first and last moment
--   $13 quorum   $14 plan   $15 late policy   $16 channels   $17 critical   $18, $19 buffers   $20 outside availability   $21 parent   $22 root
--   $23 sequence   $24 time-zone database   $25 participants   $26 who acts   $27 actor
with instant as materialized (select belfry.now() as now),
made as (
  insert into belfry.meetings (tenant, id, requester, title, body, location, data, timezone, time_anchor, slots, starts_at, ends_at,
    quorum, plan, late_policy, channels, critical, before_ms, after_ms, outside_ok, parent, root, sequence, tz_version, created_at,
    updated_at)
  select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, to_timestamp($11::float8 / 1000), to_timestamp($12::float8 / 1000),
    $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, now, now from instant
  on conflict (tenant, id) do nothing
  returning id, starts_at, ends_at - starts_at > interval '32 days' as is_long, created_at
),
told as (
  insert into belfry.meeting_status_events (tenant, meeting, at, to_status, participant, actor)
  select $1, $2, created_at, 'pending', $26, $27 from made
),
people as (
  insert into belfry.meeting_participants (tenant, meeting, recipient, position, starts_at, is_long)
  select $1, $2, u.recipient, u.n, m.starts_at, m.is_long
  from made m cross join unnest($25::text[]) with ordinality as u(recipient, n)
)
select id from made
