-- Addresses that are gone are not tried again until they are put anew or verified; each is told once, however many of these
-- results are about it. Found by key and updated by place: as a join, with statistics from before an import, it read every
-- address for every result.
with suspended as (
  update belfry.addresses a set suspended_at = belfry.now(), suspended_reason = f.fault
  from (
    select x.place, k.fault, k.reminder, k.key
    from unnest($1::smallint[], $2::uuid[], $3::bigint[], $4::text[], $5::text[]) as k(bucket, reminder, key, fault, address)
    cross join lateral (
      select d.tenant, d.recipient, d.channel from belfry.deliveries d
      where d.bucket = k.bucket and d.reminder = k.reminder and d.occurrence_key = k.key limit 1
    ) d
    cross join lateral (
      select x.ctid as place from belfry.addresses x
      where x.tenant = d.tenant and x.recipient = d.recipient and x.channel = d.channel and x.suspended_at is null
        -- another one may have been put while this was being sent
        and (k.address is null or x.address = k.address)
      limit 1 for update
    ) x
    offset 0
  ) f
  where a.ctid = f.place
  returning a.tenant, a.recipient, a.channel, a.suspended_reason, f.reminder, f.key
)
insert into belfry.audit (at, tenant, actor, action, recipient, data)
select belfry.now(), s.tenant, 'worker', 'address_suspended', s.recipient, jsonb_build_object(
  'channel', s.channel, 'reason', s.suspended_reason, 'delivery', s.reminder || '.' || lpad(to_hex(s.key), 16, '0'))
from suspended s
