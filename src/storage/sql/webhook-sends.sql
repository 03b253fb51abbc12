-- A page of an endpoint's log, the newest first, after the cursor ($3–$5): one range of webhook_sends_endpoint, so a page costs the
-- same however long the log is.
--   $1 tenant   $2 endpoint   $3 time   $4, $5 key   $6 how many
select s.bucket, s.reminder, s.occurrence_key::text, (extract(epoch from s.at) * 1000000)::bigint::text as at_us
from belfry.webhook_sends s
where s.tenant = $1 and s.endpoint = $2
  and s.at <= (select coalesce($3::timestamptz, 'infinity'))
  and ($4::uuid is null or (s.at, s.reminder, s.occurrence_key) < ($3::timestamptz, $4::uuid, $5::bigint))
order by s.at desc, s.reminder desc, s.occurrence_key desc
limit $6
