-- The first line of a story that is about to be told whole.   $1 tenant   $2 meeting
delete from belfry.meeting_status_events where tenant = $1 and meeting = $2
