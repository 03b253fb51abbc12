-- Addresses that are gone are not tried again until they are put anew. Found by key and updated by place: as a join, with
-- statistics from before an import, it read every address for every result.
update belfry.addresses a set suspended_at = belfry.now(), suspended_reason = 'gone'
where a.ctid = any (array(
  select x.place
  from unnest($1::smallint[], $2::uuid[], $3::bigint[]) as k(bucket, reminder, key)
  cross join lateral (
    select d.tenant, d.recipient, d.channel from belfry.deliveries d
    where d.bucket = k.bucket and d.reminder = k.reminder and d.occurrence_key = k.key limit 1
  ) d
  cross join lateral (
    select x.ctid as place from belfry.addresses x
    where x.tenant = d.tenant and x.recipient = d.recipient and x.channel = d.channel
    limit 1 for update
  ) x))
