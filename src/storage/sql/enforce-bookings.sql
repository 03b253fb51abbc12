-- Time that was kept beside that of another, and is in nobody's way any more.   $1 tenant   $2 meeting
update belfry.bookings b set is_enforced = true
where b.tenant = $1 and b.meeting = $2 and not b.is_enforced
  and not exists (
    select from belfry.bookings o
    where o.tenant = b.tenant and o.recipient = b.recipient and o.during && b.during and o.meeting <> b.meeting)
