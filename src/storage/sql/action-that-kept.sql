-- The word about a reminder that kept how it stood: the one that is taken back with it.
--   $1, $2 reminder   $3 tenant   $4 how it stood
select a.action, a.occurrence, a.generation
from belfry.actions a
where a.bucket = $1 and a.reminder = $2 and a.action in ('done', 'snooze') and a.detail -> 'stood' = $4::jsonb and (a.tenant = $3) is true
limit 1
