-- What a reminder says, and where, without touching when. The caller has locked it. Answers nothing when it said so already.
--   $1, $2 reminder   $3 title   $4 body   $5 data   $6, $7 channels and their delays   $8 fallback   $9 critical
update belfry.reminders r set
  title = $3, body = $4, data = $5::jsonb, channels = string_to_array($6, ','), channel_delays = string_to_array($7, ',')::integer[],
  fallback = $8, critical = $9::boolean, version = r.version + 1
where r.bucket = $1 and r.id = $2
  and (r.title, r.body, r.data, r.channels, r.channel_delays, r.fallback, r.critical) is distinct from
    ($3::text, $4::text, $5::jsonb, string_to_array($6, ','), string_to_array($7, ',')::integer[], $8::text, $9::boolean)
returning r.version
