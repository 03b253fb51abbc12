-- Snoozed: kept for whoever asks for it again, and shown in the inbox. Of the occurrence that rang last, or of the one that is named.
--   $1 tenant   $2, $3 reminder   $4, $5 occurrence and generation (null: what rang last)   $6 until, ms (null: it rings by itself before)
--   $7 by whom   $8 what the answer says
with instant as materialized (select belfry.now() as now),
rang as materialized (
  select d.occurrence, d.generation from belfry.deliveries d
  where d.bucket = $2 and d.reminder = $3 and d.attempt > 0 and d.channel <> 'hand' and (d.tenant = $1) is true
    and ($4::text is null or d.occurrence = $4 and d.generation = $5)
  order by d.at desc, d.due_at desc, d.generation desc
  limit 1
),
noted as (
  insert into belfry.actions (tenant, bucket, reminder, occurrence, generation, action, at, via, detail)
  select $1, $2, $3, r.occurrence, r.generation, 'snooze', i.now, $7, $8::jsonb from rang r cross join instant i
  -- another moment than before
  on conflict (bucket, reminder, action, occurrence, generation) do update
    set at = excluded.at, via = excluded.via, detail = excluded.detail
)
update belfry.inbox i set
  read_at = coalesce(i.read_at, t.now),
  snoozed_until = to_timestamp($6::float8 / 1000),
  archived_at = case when $6::float8 is null then i.archived_at end
from instant t cross join rang r
cross join lateral (
  select d.occurrence_key from belfry.deliveries d
  where d.bucket = $2 and d.reminder = $3 and d.occurrence = r.occurrence and d.generation = r.generation
    and (d.channel = 'in_app') is true and d.attempt > 0
  limit 1
) d
where i.bucket = $2 and i.reminder = $3 and i.occurrence_key = d.occurrence_key and i.done_at is null and (i.tenant = $1) is true
