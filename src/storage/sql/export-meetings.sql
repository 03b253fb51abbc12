-- Meetings of a tenant with everything that became of them, parents before children.   $1 tenant
select m.id, m.status, m.reason, m.requester, m.title, m.body, m.location, m.data, m.timezone, m.time_anchor, m.slots, m.accepted,
  m.quorum, m.plan, m.late_policy, m.channels, m.critical, m.before_ms::float8 as before_ms, m.after_ms::float8 as after_ms,
  m.outside_ok, m.parent, m.sequence, m.version, date_part('epoch', m.created_at) * 1000 as created_ms,
  date_part('epoch', m.updated_at) * 1000 as updated_ms,
  (select json_agg(json_build_object('recipient', p.recipient, 'answer', p.answer, 'slot', p.slot, 'reason', p.reason,
      'answeredMs', date_part('epoch', p.answered_at) * 1000, 'removedMs', date_part('epoch', p.removed_at) * 1000) order by p.position)
   from belfry.meeting_participants p where p.tenant = $1 and p.meeting = m.id) as participants,
  (select json_agg(json_build_object('atMs', date_part('epoch', e.at) * 1000, 'from', e.from_status, 'to', e.to_status,
      'participant', e.participant, 'actor', e.actor, 'reason', e.reason) order by e.id)
   from belfry.meeting_status_events e where e.tenant = $1 and e.meeting = m.id) as events,
  (select json_build_object('atMs', date_part('epoch', r.at) * 1000, 'participant', r.participant, 'actor', r.actor, 'reason', r.reason)
   from belfry.meeting_reschedule_events r where r.tenant = $1 and r.replacement = m.id limit 1) as rescheduled
from belfry.meetings m
where m.tenant = $1
order by m.root, m.sequence, m.created_at
