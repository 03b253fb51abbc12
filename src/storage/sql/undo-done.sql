-- Done is taken back: the word goes, and the items that it marked stand as they stood. A snooze that was said of them before holds
-- again, and is not the next to be taken back by whoever asks for the same twice.
--   $1 tenant   $2, $3 reminder   $4, $5 occurrence and generation of the word
with said as (
  delete from belfry.actions a
  where a.bucket = $2 and a.reminder = $3 and a.action = 'done' and a.occurrence = $4 and a.generation = $5 and (a.tenant = $1) is true
  returning a.whole, a.occurrence, a.generation, a.at, a.detail
),
holding as (
  update belfry.actions a set detail = a.detail || '{"again": true}'
  from said s
  where a.bucket = $2 and a.reminder = $3 and a.action = 'snooze' and (a.tenant = $1) is true
    and (s.whole or split_part(a.occurrence, '#', 1) = s.occurrence and a.generation <= s.generation)
)
update belfry.inbox i set
  done_at = null,
  read_at = case when s.detail -> 'unread' ->> i.occurrence_key::text is null then i.read_at end,
  snoozed_until = to_timestamp((s.detail -> 'snoozed' ->> i.occurrence_key::text)::float8 / 1000),
  archived_at = case when s.detail -> 'snoozed' ->> i.occurrence_key::text is null then i.archived_at end
from said s
where i.bucket = $2 and i.reminder = $3 and i.done_at >= s.at and (i.tenant = $1) is true
  and (s.whole or exists (
    select from belfry.deliveries d
    where d.bucket = i.bucket and d.reminder = i.reminder and d.occurrence_key = i.occurrence_key
      and split_part(d.occurrence, '#', 1) = s.occurrence and d.generation <= s.generation))
