select id, tenant, scopes from belfry.keys
where hash = $1 and revoked_at is null and (expires_at is null or expires_at > clock_timestamp())
