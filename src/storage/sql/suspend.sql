-- Addresses that are gone are not tried again until they are put anew.
update belfry.addresses a set suspended_at = belfry.now(), suspended_reason = 'gone'
from (
  select d.tenant, d.recipient, d.channel
  from unnest($1::smallint[], $2::uuid[], $3::bigint[]) as k(bucket, reminder, key)
  cross join lateral (
    select * from belfry.deliveries d
    where d.bucket = k.bucket and d.reminder = k.reminder and d.occurrence_key = k.key limit 1
  ) d
  offset 0
) g
where a.tenant = g.tenant and a.recipient = g.recipient and a.channel = g.channel
