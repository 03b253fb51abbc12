-- Switches off what a person does not want any more, unless it is off already.
-- $1 tenant   $2 recipient   $3 what: `channel:email`, `type_channel:note email`
update belfry.recipients r set
  muted = coalesce(r.muted, '{}') || array[$3::text], version = r.version + 1, updated_at = belfry.now()
where r.tenant = $1 and r.id = $2 and (r.muted @> array[$3::text]) is not true
returning r.id
