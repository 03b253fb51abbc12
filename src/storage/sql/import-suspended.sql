-- Addresses that were suspended where they come from.   $1 tenant   $2 recipient   $3–$5 channels, reasons and since when, ms
update belfry.addresses a set
  suspended_at = coalesce(to_timestamp(s.at_ms / 1000), belfry.now()), suspended_reason = s.reason
from unnest($3::text[], $4::text[], $5::float8[]) as s(channel, reason, at_ms)
where a.tenant = $1 and a.recipient = $2 and a.channel = s.channel
