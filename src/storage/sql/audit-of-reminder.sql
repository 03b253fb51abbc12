select a.action, a.actor, a.data, (extract(epoch from a.at) * 1000)::float8 as at_ms
from belfry.audit a
where a.tenant = $1 and a.reminder = $2
order by a.id desc
limit 200
