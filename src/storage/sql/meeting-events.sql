-- What became of a meeting, in order.   $1 tenant   $2 id
select e.from_status, e.to_status, e.participant, e.actor, e.reason, date_part('epoch', e.at) * 1000 as at_ms,
  case when e.to_status = 'rescheduled' then r.replacement end as replacement,
  case when e.to_status = 'rescheduled' then r.new_slots end as new_slots
from belfry.meeting_status_events e
left join lateral (
  select r.replacement, r.new_slots from belfry.meeting_reschedule_events r
  where r.tenant = $1 and r.original = $2 limit 1
) r on true
where e.tenant = $1 and e.meeting = $2
order by e.id
