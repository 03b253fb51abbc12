-- Addresses that were suspended where they come from.   $1 tenant   $2 recipient   $3, $4 channels and reasons
update belfry.addresses a set suspended_at = belfry.now(), suspended_reason = s.reason
from unnest($3::text[], $4::text[]) as s(channel, reason)
where a.tenant = $1 and a.recipient = $2 and a.channel = s.channel
