-- Who is known, and in which zone; locked against erasure until this transaction ends, so that nothing is written for
-- somebody who has just been erased.
with known as materialized (
  select id, timezone from belfry.recipients
  where tenant = $1 and id = any ($2::text[])
  order by id
  for key share
)
select id, timezone, date_part('epoch', belfry.now()) * 1000 as now_ms from known
