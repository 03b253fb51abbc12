-- Addresses that were suspended because this endpoint was gone are used again. Found through addresses_webhook.
--   $1 tenant   $2 id of the endpoint
update belfry.addresses a set suspended_at = null, suspended_reason = null
where a.tenant = $1 and a.channel = 'webhook' and left(a.address, 64) = $2 and a.address = $2 and a.suspended_reason = 'gone'
