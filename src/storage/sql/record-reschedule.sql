-- $1 tenant   $2 original   $3 replacement   $4 who acts   $5 actor   $6 reason   $7 new slots
insert into belfry.meeting_reschedule_events (tenant, original, replacement, at, participant, actor, reason, new_slots)
values ($1, $2, $3, belfry.now(), $4, $5, $6, $7)
