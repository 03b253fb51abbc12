-- What one participant answers.   $1 tenant   $2 id   $3 who   $4 answer   $5 slot   $6 reason   $7 that is all that changes
with changed as (
  update belfry.meetings set version = version + 1, updated_at = belfry.now() where tenant = $1 and id = $2 and $7::boolean
)
update belfry.meeting_participants set answer = $4, slot = $5, reason = $6, answered_at = belfry.now()
where tenant = $1 and meeting = $2 and recipient = $3
