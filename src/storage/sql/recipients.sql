-- Recipients by id ($2), or a page of them after $3.
select r.id, r.name, r.timezone, r.locale, r.channels, r.channel_delays, r.fallback, r.quiet_hours, r.muted, r.version,
  case when r.paused_until > belfry.now() then date_part('epoch', r.paused_until) * 1000 end as paused_ms,
  date_part('epoch', r.created_at) * 1000 as created_ms,
  coalesce((
    select json_object_agg(a.channel, json_build_object(
      'address', a.address, 'reason', a.suspended_reason, 'suspendedMs', date_part('epoch', a.suspended_at) * 1000))
    from belfry.addresses a where a.tenant = r.tenant and a.recipient = r.id), '{}') as addresses
from belfry.recipients r
where r.tenant = $1 and ($2::text is null or r.id = $2) and ($3::text is null or r.id > $3 collate "C")
order by r.id
limit $4
