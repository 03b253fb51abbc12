select a.action, a.actor, a.data, date_part('epoch', a.at) * 1000 as at_ms
from belfry.audit a
where a.tenant = $1 and a.reminder = $2
order by a.id desc
limit 200
