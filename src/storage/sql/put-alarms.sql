-- Which pages have an alarm, whose, and when it rings.   $1 tenant   $2 page   $3 recipient   $4, $5 reminder   $6 ms
insert into belfry.alarms as a (tenant, page_id, recipient, bucket, reminder, slot_at, created_at)
select $1, u.page_id, u.recipient, u.bucket, u.reminder, to_timestamp(u.ms / 1000), belfry.now()
from unnest($2::text[], $3::text[], $4::smallint[], $5::uuid[], $6::float8[]) as u(page_id, recipient, bucket, reminder, ms)
order by u.page_id
on conflict (tenant, page_id) do update
  set recipient = excluded.recipient, bucket = excluded.bucket, reminder = excluded.reminder, slot_at = excluded.slot_at
