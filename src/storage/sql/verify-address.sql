-- An address that was suspended is used again.   $1 tenant   $2 recipient   $3 channel
update belfry.addresses a set suspended_at = null, suspended_reason = null
where a.tenant = $1 and a.recipient = $2 and a.channel = $3 and a.suspended_at is not null
returning a.channel
