-- A page of those who have an address that is suspended, after $2: found by their own index, which is as small as they are few.
select r.id, r.name, r.timezone, r.locale, r.channels, r.channel_delays, r.fallback, r.quiet_hours, r.muted, r.version,
  case when r.paused_until > belfry.now() then date_part('epoch', r.paused_until) * 1000 end as paused_ms,
  date_part('epoch', r.created_at) * 1000 as created_ms,
  (select json_object_agg(a.channel, json_build_object(
      'address', a.address, 'reason', a.suspended_reason, 'suspendedMs', date_part('epoch', a.suspended_at) * 1000))
    from belfry.addresses a where a.tenant = r.tenant and a.recipient = r.id) as addresses
from (
  select distinct x.recipient from belfry.addresses x
  where x.tenant = $1 and x.suspended_at is not null and x.recipient > $2 collate "C"
  order by x.recipient
  limit $3
) s
cross join lateral (select * from belfry.recipients r where r.tenant = $1 and r.id = s.recipient limit 1) r
order by r.id
