-- Addresses that are gone are not tried again until they are put anew. Found by key and updated by place: as a join, with
-- statistics from before an import, it read every address for every result.
update belfry.addresses a set suspended_at = belfry.now(), suspended_reason = f.fault
from (
  select x.place, k.fault
  from unnest($1::smallint[], $2::uuid[], $3::bigint[], $4::text[], $5::text[]) as k(bucket, reminder, key, fault, address)
  cross join lateral (
    select d.tenant, d.recipient, d.channel from belfry.deliveries d
    where d.bucket = k.bucket and d.reminder = k.reminder and d.occurrence_key = k.key limit 1
  ) d
  cross join lateral (
    select x.ctid as place from belfry.addresses x
    where x.tenant = d.tenant and x.recipient = d.recipient and x.channel = d.channel
      -- another one may have been put while this was being sent
      and (k.address is null or x.address = k.address)
    limit 1 for update
  ) x
  offset 0
) f
where a.ctid = f.place
