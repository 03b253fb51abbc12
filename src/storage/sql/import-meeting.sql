-- A meeting that was just created becomes what it was in the system that it comes from.   $1 tenant   $2 id   $3 status   $4 reason   $5 accepted
--   $6, $7 first and last moment   $8 version   $9, $10 created and updated   $11 participants   $12 events   $13 how it was rescheduled
with it as (
  update belfry.meetings set status = $3, reason = $4, accepted = $5, starts_at = to_timestamp($6::float8 / 1000),
    ends_at = to_timestamp($7::float8 / 1000), version = $8, created_at = to_timestamp($9::float8 / 1000),
    updated_at = to_timestamp($10::float8 / 1000)
  where tenant = $1 and id = $2
  returning starts_at, ends_at - starts_at > interval '32 days' as is_long, parent, slots
),
people as (
  update belfry.meeting_participants p set answer = u.answer, slot = u.slot, reason = u.reason,
    answered_at = to_timestamp(u."answeredMs" / 1000), removed_at = to_timestamp(u."removedMs" / 1000), starts_at = it.starts_at,
    is_long = it.is_long
  -- also of those who have not answered
  from it, belfry.meeting_participants o
  left join jsonb_to_recordset($11::jsonb)
    as u(recipient text, answer text, slot smallint, reason text, "answeredMs" float8, "removedMs" float8) on u.recipient = o.recipient
  where p.tenant = $1 and p.meeting = $2 and o.tenant = $1 and o.meeting = $2 and o.recipient = p.recipient
),
story as (
  insert into belfry.meeting_status_events (tenant, meeting, at, from_status, to_status, participant, actor, reason)
  select $1, $2, to_timestamp(u."atMs" / 1000), u."from", u."to", u.participant, u.actor, u.reason
  from jsonb_to_recordset($12::jsonb) as u("atMs" float8, "from" text, "to" text, participant text, actor text, reason text)
)
insert into belfry.meeting_reschedule_events (tenant, original, replacement, at, participant, actor, reason, new_slots)
select $1, it.parent, $2, to_timestamp(u."atMs" / 1000), u.participant, u.actor, u.reason, it.slots
from it, jsonb_to_record($13::jsonb) as u("atMs" float8, participant text, actor text, reason text)
where it.parent is not null and $13::jsonb is not null
