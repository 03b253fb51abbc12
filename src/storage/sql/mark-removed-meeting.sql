-- Somebody's calendar does not have it any more.
update belfry.meeting_participants set removed_at = belfry.now()
where tenant = $1 and meeting = $2 and recipient = $3 and removed_at is null
returning meeting
