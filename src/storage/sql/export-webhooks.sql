-- Without their secrets: these stay where they are.
select id, url, description, disabled_reason from belfry.webhook_endpoints where tenant = $1 order by id
