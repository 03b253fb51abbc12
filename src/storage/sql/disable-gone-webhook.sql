-- An endpoint that answered 410 is off from now on, and the audit trail says so.
--   $1 tenant   $2 actor   $3 endpoint
with changed as (
  update belfry.webhook_endpoints w set
    disabled_at = belfry.now(), disabled_reason = 'gone', version = w.version + 1, updated_at = belfry.now()
  where w.tenant = $1 and w.id = $3 and w.disabled_reason is null
  returning w.id
)
insert into belfry.audit (at, tenant, actor, action, data)
select belfry.now(), $1, $2, 'webhook_disabled', jsonb_build_object('endpoint', c.id, 'reason', 'gone') from changed c
