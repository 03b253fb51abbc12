-- Where a message is posted to, and with which secrets it is signed; the first send of each of its
-- deliveries is a line in the endpoint's log.
--   $1 tenant   $2 id   $3–$5 keys of the deliveries that it is about
with found as materialized (
  select w.url, w.secret, w.disabled_reason, case when w.previous_until > belfry.now() then w.previous_secret end as previous
  from belfry.webhook_endpoints w
  where w.tenant = $1 and w.id = $2
),
logged as (
  insert into belfry.webhook_sends (bucket, reminder, occurrence_key, tenant, endpoint, at)
  select k.bucket, k.reminder, k.occurrence_key, $1, $2, belfry.now()
  from found, unnest($3::smallint[], $4::uuid[], $5::bigint[]) as k (bucket, reminder, occurrence_key)
  on conflict do nothing
)
select f.url, f.disabled_reason, encode(f.secret, 'base64') as secret, encode(f.previous, 'base64') as previous from found f
