-- Fallbacks behind channels that came to an end: due now, not needed, as late as they, or stopped with them. Found by key
-- and updated by place, for the reason that suspend.sql gives.
with settled as (
  update belfry.deliveries f set
    state = k.state,
    pending_at = case when k.state = 'pending' then belfry.now() end,
    reason = case k.state when 'skipped' then 'not_needed' when 'expired' then 'too_late' when 'cancelled' then 'stopped' end
  from (
    select x.place, u.state
    from (select * from unnest($1::smallint[], $2::uuid[], $3::bigint[], $4::text[])
      as u(bucket, reminder, key, state) order by bucket, reminder, key) u
    cross join lateral (
      select x.ctid as place from belfry.deliveries x
      where x.bucket = u.bucket and x.reminder = u.reminder and x.occurrence_key = u.key
        and (x.pending_at = 'infinity') is true
      limit 1 for update
    ) x
    offset 0
  ) k
  where f.ctid = k.place
  returning f.tenant, f.reminder, f.occurrence_key, f.channel, f.state, f.reason
),
told as (
  insert into belfry.events (at, tenant, type, channel, reason, count, reminders, occurrence_keys)
  select belfry.now(), t.tenant, 'delivery.' || t.state, t.channel, t.reason, count(*), array_agg(t.reminder), array_agg(t.occurrence_key)
  from settled t where t.state <> 'pending'
  group by t.tenant, t.state, t.channel, t.reason
)
select count(*)::integer as settled from settled
