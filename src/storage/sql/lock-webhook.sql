-- Held until the transaction ends. An endpoint that is not there yet cannot be held: put-webhook.sql says whose insert it was.
--   $1 tenant   $2 id
select w.version, w.url, w.disabled_reason from belfry.webhook_endpoints w where w.tenant = $1 and w.id = $2 for update
