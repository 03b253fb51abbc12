-- Where the coming ring of a reminder goes as things stand, and what is in the way: by the rules of fire.sql.
--   $1–$3 bucket, id, tenant   $4, $5 channels of those who chose none, and their delays
--   $6, $7 channels, and whether they need an address
select c.channel, coalesce(w.delays[c.n], 0) as delay_ms, h.held is true as held,
  case
    when p.muted is not null and p.muted && belfry.switches(r.entity_type, r.kind, c.channel) then 'preference_off'
    when k.needs_address and a.address is null then 'no_address'
    when k.needs_address and a.suspended_at is not null then 'address_suspended'
  end as reason
from belfry.reminders r
left join lateral (
  select p.channels, p.channel_delays, p.muted
  from belfry.recipients p where p.tenant = r.tenant and p.id = r.recipient limit 1
) p on true
cross join lateral (
  select
    case when r.adjusted = 'in_app_only' then array['in_app'] else coalesce(r.channels, p.channels, $4::text[]) end as channels,
    case when r.adjusted = 'in_app_only' then null when r.channels is not null then r.channel_delays
      when p.channels is not null then p.channel_delays else $5::integer[] end as delays
) w
cross join lateral unnest(w.channels) with ordinality as c(channel, n)
left join lateral (
  select k.needs_address from unnest($6::text[], $7::boolean[]) as k(channel, needs_address) where k.channel = c.channel limit 1
) k on true
left join lateral (
  select a.address, a.suspended_at from belfry.addresses a
  where a.tenant = r.tenant and a.recipient = r.recipient and a.channel = c.channel limit 1
) a on true
left join lateral (
  select true as held from belfry.holds h where h.channel in ('', c.channel) and h.tenant in ('', r.tenant) limit 1
) h on true
where r.bucket = $1 and r.id = $2 and r.tenant = $3
order by c.n
