-- By hand, or by what a provider tells later.   $1 tenant   $2 recipient   $3 channel   $4 reason   $5 only while it is this address
update belfry.addresses a set suspended_at = belfry.now(), suspended_reason = $4
where a.tenant = $1 and a.recipient = $2 and a.channel = $3 and ($5::text is null or a.address = $5)
  and (a.suspended_at is null or a.suspended_reason is distinct from $4)
returning a.channel
