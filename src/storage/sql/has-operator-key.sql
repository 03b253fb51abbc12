select exists (
  select from belfry.keys
  where 'operator' = any (scopes) and revoked_at is null and (expires_at is null or expires_at > clock_timestamp())
) as any
