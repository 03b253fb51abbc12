--   $1 tenant   $2 id
delete from belfry.webhook_endpoints where tenant = $1 and id = $2 returning id
