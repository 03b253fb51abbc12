select a.occurrence_key::text, a.attempt, a.outcome, a.reply, a.took_ms, a.worker,
  date_part('epoch', a.at) * 1000 as at_ms
from belfry.attempts a
where a.bucket = $1 and a.reminder = $2
order by a.at desc, a.attempt desc
limit 200
