-- Attempts of one delivery, the oldest first. What somebody said later of the same attempt comes after it.
select a.attempt, a.outcome, a.reply, a.took_ms, a.worker, date_part('epoch', a.at) * 1000 as at_ms
from belfry.attempts a
where a.bucket = $1 and a.reminder = $2 and a.occurrence_key = $3
order by a.attempt, a.outcome in ('delivered', 'settled'), a.at
limit 1000
