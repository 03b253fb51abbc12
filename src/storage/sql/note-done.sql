-- Done: kept for whoever says it again, and shown in the inbox. Of the occurrence that rang last, or of the one that is named.
-- Which items nobody had looked at is kept with it, for whoever takes it back.
--   $1 tenant   $2, $3 reminder   $4, $5 occurrence and generation (null: what rang last)   $6 of the reminder as a whole?
--   $7 by whom   $8 what the answer says, and how things stood
with instant as materialized (select belfry.now() as now),
rang as materialized (
  select split_part(d.occurrence, '#', 1) as occurrence, d.generation from belfry.deliveries d
  where d.bucket = $2 and d.reminder = $3 and d.attempt > 0 and d.channel <> 'hand' and (d.tenant = $1) is true
    and ($4::text is null or split_part(d.occurrence, '#', 1) = $4 and d.generation = $5)
  order by d.at desc, d.due_at desc, d.generation desc
  limit 1
),
marked as materialized (
  select i.occurrence_key, i.read_at from belfry.inbox i
  where i.bucket = $2 and i.reminder = $3 and i.done_at is null and (i.tenant = $1) is true
    and ($6::boolean or exists (
      select from rang r
      join belfry.deliveries d on d.bucket = i.bucket and d.reminder = i.reminder and d.occurrence_key = i.occurrence_key
      where split_part(d.occurrence, '#', 1) = r.occurrence and d.generation <= r.generation))
),
noted as (
  insert into belfry.actions (tenant, bucket, reminder, occurrence, generation, action, whole, at, via, detail)
  select $1, $2, $3, r.occurrence, r.generation, 'done', $6::boolean, i.now, $7,
    $8::jsonb || jsonb_build_object('unread', (
      select coalesce(jsonb_object_agg(m.occurrence_key::text, true), '{}') from marked m where m.read_at is null))
  from rang r cross join instant i
  -- the first word holds
  on conflict (bucket, reminder, action, occurrence, generation) do nothing
)
update belfry.inbox i set
  done_at = t.now, read_at = coalesce(i.read_at, t.now), snoozed_until = null
from instant t cross join marked m
where i.bucket = $2 and i.reminder = $3 and i.occurrence_key = m.occurrence_key and i.done_at is null
