-- What calendar files of meetings are made from, in the order they were asked about; nulls where there is no such meeting.
--   $1 tenant   $2 meeting   $3 of each, the latest of its lineage
select m.id, m.status, m.requester, r.organizer, m.title, m.body, m.location, m.timezone, m.time_anchor, m.slots, m.accepted, m.plan,
  m.root, m.is_child, m.sequence, m.version, m.updated_ms, s.steps, p.people
from unnest($1::text[], $2::text[]) with ordinality as u(tenant, meeting, n)
left join lateral (
  select m.root, (select f.requester from belfry.meetings f where f.tenant = m.tenant and f.id = m.root) as organizer
  from belfry.meetings m where m.tenant = u.tenant and m.id = u.meeting limit 1
) r on true
left join lateral (
  select m.id, m.status, m.requester, m.title, m.body, m.location, m.timezone, m.time_anchor, m.slots, m.accepted, m.plan,
    m.root, m.parent is not null as is_child, m.sequence, m.version, date_part('epoch', m.updated_at) * 1000 as updated_ms
  from belfry.meetings m
  where m.tenant = u.tenant and m.root = r.root and ($3::boolean or m.id = u.meeting)
  order by m.sequence desc
  limit 1
) m on true
left join lateral (
  select s.steps from belfry.plans s
  where s.tenant = u.tenant and jsonb_typeof(m.plan) = 'string' and s.name = m.plan #>> '{}'
  limit 1
) s on true
left join lateral (
  select json_agg(json_build_object('recipient', p.recipient, 'answer', p.answer, 'name', k.name, 'locale', k.locale,
    'email', a.address) order by p.position, p.recipient) as people
  from belfry.meeting_participants p
  left join lateral (
    select k.name, k.locale from belfry.recipients k where k.tenant = p.tenant and k.id = p.recipient limit 1
  ) k on true
  left join lateral (
    select a.address from belfry.addresses a
    where a.tenant = p.tenant and a.recipient = p.recipient and a.channel = 'email' limit 1
  ) a on true
  where p.tenant = u.tenant and p.meeting = m.id
) p on true
order by u.n
