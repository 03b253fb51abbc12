-- Snoozed: kept for whoever asks for it again, and shown in the inbox. Of the occurrence that rang last, or of the one that is named.
-- How its item stood, and what was said before, is kept with it, for whoever takes it back.
--   $1 tenant   $2, $3 reminder   $4, $5 occurrence and generation (null: what rang last)   $6 until, ms (null: it rings by itself before)
--   $7 by whom   $8 what the answer says, and how things stood
with instant as materialized (select belfry.now() as now),
rang as materialized (
  select d.occurrence, d.generation from belfry.deliveries d
  where d.bucket = $2 and d.reminder = $3 and d.attempt > 0 and d.channel <> 'hand' and (d.tenant = $1) is true
    and ($4::text is null or d.occurrence = $4 and d.generation = $5)
  order by d.at desc, d.due_at desc, d.generation desc
  limit 1
),
marked as materialized (
  select i.occurrence_key, i.read_at,
    -- what was snoozed until now has been archived by the statement before this one (stop.sql)
    case when $8::jsonb -> 'snoozed' ->> i.occurrence_key::text is null then i.archived_at end as archived_at
  from rang r
  cross join lateral (
    select d.occurrence_key from belfry.deliveries d
    where d.bucket = $2 and d.reminder = $3 and d.occurrence = r.occurrence and d.generation = r.generation
      and (d.channel = 'in_app') is true and d.attempt > 0
    limit 1
  ) d
  cross join lateral (
    select i.* from belfry.inbox i
    where i.bucket = $2 and i.reminder = $3 and i.occurrence_key = d.occurrence_key and i.done_at is null and (i.tenant = $1) is true
    limit 1
  ) i
),
before as materialized (
  select jsonb_build_object('atMs', date_part('epoch', a.at) * 1000, 'via', a.via, 'detail', a.detail - 'was') as was
  from rang r
  join belfry.actions a on a.bucket = $2 and a.reminder = $3 and a.action = 'snooze' and a.occurrence = r.occurrence
    and a.generation = r.generation
),
noted as (
  insert into belfry.actions (tenant, bucket, reminder, occurrence, generation, action, at, via, detail)
  select $1, $2, $3, r.occurrence, r.generation, 'snooze', i.now, $7,
    $8::jsonb || jsonb_strip_nulls(jsonb_build_object('was', (select b.was from before b), 'unread', (
      select jsonb_object_agg(m.occurrence_key::text, true) from marked m where m.read_at is null), 'archived', (
      select jsonb_object_agg(m.occurrence_key::text, date_part('epoch', m.archived_at) * 1000) from marked m
      where m.archived_at is not null)))
  from rang r cross join instant i
  -- another moment than before
  on conflict (bucket, reminder, action, occurrence, generation) do update
    set at = excluded.at, via = excluded.via, detail = excluded.detail
)
update belfry.inbox i set
  read_at = coalesce(i.read_at, t.now),
  snoozed_until = to_timestamp($6::float8 / 1000),
  archived_at = case when $6::float8 is null then i.archived_at end
from instant t cross join marked m
where i.bucket = $2 and i.reminder = $3 and i.occurrence_key = m.occurrence_key and i.done_at is null
