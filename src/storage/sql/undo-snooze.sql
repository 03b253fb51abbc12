-- A snooze is taken back: the word goes, or is the one again that was said before it; and its item stands as it stood, unless somebody
-- has put it elsewhere since.
--   $1 tenant   $2, $3 reminder   $4, $5 occurrence and generation of the word
with said as materialized (
  select a.* from belfry.actions a
  where a.bucket = $2 and a.reminder = $3 and a.action = 'snooze' and a.occurrence = $4 and a.generation = $5 and (a.tenant = $1) is true
),
gone as (
  delete from belfry.actions a using said s
  where a.bucket = $2 and a.reminder = $3 and a.action = 'snooze' and a.occurrence = $4 and a.generation = $5
    and s.detail -> 'was' is null
),
back as (
  update belfry.actions a set
    at = to_timestamp((s.detail -> 'was' ->> 'atMs')::float8 / 1000), via = s.detail -> 'was' ->> 'via',
    -- whoever asks for the same twice does not go back further
    detail = s.detail -> 'was' -> 'detail' || '{"again": true}'
  from said s
  where a.bucket = $2 and a.reminder = $3 and a.action = 'snooze' and a.occurrence = $4 and a.generation = $5
    and s.detail -> 'was' is not null
)
update belfry.inbox i set
  read_at = case when s.detail -> 'unread' ->> i.occurrence_key::text is null then i.read_at end,
  snoozed_until = case when i.snoozed_until is not null
    then to_timestamp((s.detail -> 'snoozed' ->> i.occurrence_key::text)::float8 / 1000) end,
  archived_at = case when i.snoozed_until is null then i.archived_at
    else to_timestamp((s.detail -> 'archived' ->> i.occurrence_key::text)::float8 / 1000) end
from said s
cross join lateral (
  select d.occurrence_key from belfry.deliveries d
  where d.bucket = $2 and d.reminder = $3 and d.occurrence = s.occurrence and d.generation = s.generation
    and (d.channel = 'in_app') is true and d.attempt > 0
  limit 1
) d
where i.bucket = $2 and i.reminder = $3 and i.occurrence_key = d.occurrence_key and i.done_at is null and (i.tenant = $1) is true
