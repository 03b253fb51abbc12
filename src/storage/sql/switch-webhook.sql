-- Off for a reason, or on (null). Answers nothing where it is so already. What it is off for first, it stays off for.
--   $1 tenant   $2 id   $3 reason
update belfry.webhook_endpoints w set
  disabled_at = case when $3::text is not null then belfry.now() end, disabled_reason = $3,
  version = w.version + 1, updated_at = belfry.now()
where w.tenant = $1 and w.id = $2 and (w.disabled_reason is null) <> ($3::text is null)
returning w.id
