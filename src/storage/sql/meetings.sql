-- Meetings by id, in the order of the ids, each with everybody who takes part and what took its place.   $1 tenant   $2 ids
with instant as materialized (select date_part('epoch', belfry.now()) * 1000 as ms)
select m.*, (select ms from instant) as now_ms
from unnest($2::text[]) with ordinality as u(id, n)
cross join lateral (
  select
    m.id, m.status, m.reason, m.requester, m.title, m.body, m.location, m.data, m.timezone, m.time_anchor, m.slots, m.accepted,
    m.quorum, m.plan, m.late_policy, m.channels, m.critical, m.before_ms::float8 as before_ms, m.after_ms::float8 as after_ms,
    m.outside_ok, m.parent, m.root, m.sequence, m.version, m.tz_version,
    date_part('epoch', m.starts_at) * 1000 as starts_ms, date_part('epoch', m.ends_at) * 1000 as ends_ms,
    date_part('epoch', m.conflict_at) * 1000 as conflict_ms,
    date_part('epoch', m.created_at) * 1000 as created_ms, date_part('epoch', m.updated_at) * 1000 as updated_ms,
    (select c.id from belfry.meetings c where c.tenant = $1 and c.parent = m.id limit 1) as child,
    (select json_agg(json_build_object('recipient', p.recipient, 'answer', p.answer, 'slot', p.slot, 'reason', p.reason,
        'answeredMs', date_part('epoch', p.answered_at) * 1000, 'removedMs', date_part('epoch', p.removed_at) * 1000)
        order by p.position)
     from belfry.meeting_participants p where p.tenant = $1 and p.meeting = m.id) as participants
  from belfry.meetings m
  where m.tenant = $1 and m.id = u.id limit 1
) m
order by u.n
