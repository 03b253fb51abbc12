-- Done: kept for whoever says it again, and shown in the inbox. Of the occurrence that rang last, or of the one that is named.
--   $1 tenant   $2, $3 reminder   $4, $5 occurrence and generation (null: what rang last)   $6 of the reminder as a whole?
--   $7 by whom   $8 what the answer says
with instant as materialized (select belfry.now() as now),
rang as materialized (
  select split_part(d.occurrence, '#', 1) as occurrence, d.generation from belfry.deliveries d
  where d.bucket = $2 and d.reminder = $3 and d.attempt > 0 and d.channel <> 'hand' and (d.tenant = $1) is true
    and ($4::text is null or split_part(d.occurrence, '#', 1) = $4 and d.generation = $5)
  order by d.at desc, d.due_at desc, d.generation desc
  limit 1
),
noted as (
  insert into belfry.actions (tenant, bucket, reminder, occurrence, generation, action, whole, at, via, detail)
  select $1, $2, $3, r.occurrence, r.generation, 'done', $6::boolean, i.now, $7, $8::jsonb from rang r cross join instant i
  -- the first word holds
  on conflict (bucket, reminder, action, occurrence, generation) do nothing
)
update belfry.inbox i set
  done_at = t.now, read_at = coalesce(i.read_at, t.now), snoozed_until = null
from instant t
where i.bucket = $2 and i.reminder = $3 and i.done_at is null and (i.tenant = $1) is true
  and ($6::boolean or exists (
    select from rang r
    join belfry.deliveries d on d.bucket = i.bucket and d.reminder = i.reminder and d.occurrence_key = i.occurrence_key
    where split_part(d.occurrence, '#', 1) = r.occurrence and d.generation <= r.generation))
