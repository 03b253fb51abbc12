-- What a check for conflicts takes from a meeting.   $1 tenant   $2 id   $3 who looks: has to take part; null: anybody
select m.root, m.before_ms::float8 as "beforeMs", m.after_ms::float8 as "afterMs", m.outside_ok as "outsideOk"
from belfry.meetings m
where m.tenant = $1 and m.id = $2 and ($3::text is null or exists (
  select from belfry.meeting_participants p where p.tenant = $1 and p.meeting = m.id and p.recipient = $3
))
