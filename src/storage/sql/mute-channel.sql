-- Somebody does not want a channel any more; said twice, it is the same.
update belfry.recipients r set
  muted = array_append(coalesce(r.muted, '{}'), 'channel:' || $3::text), version = r.version + 1, updated_at = belfry.now()
where r.tenant = $1 and r.id = $2 and not ('channel:' || $3::text) = any (coalesce(r.muted, '{}'))
returning r.id
