-- Was this occurrence sent, or is it being sent? Without an occurrence: the one that rings next, else the moment of an entity
-- that Belfry knows, else any. It says yes only where a mark would answer false.
select exists (
  select from belfry.deliveries d
  left join belfry.reminders r on r.bucket = d.bucket and r.id = d.reminder
  left join lateral (
    select e.anchors #>> '{start,nominal}' as nominal from belfry.entities e
    where e.tenant = d.tenant and e.type = d.entity_type and e.id = d.entity_id and e.status = 'active' limit 1
  ) e on true
  where d.bucket = $1 and d.reminder = $2 and d.tenant = $3 and d.state in ('sending', 'sent', 'unknown')
    and case when $4::text is not null then d.occurrence = $4
      else coalesce(r.occurrence, e.nominal) is null or d.occurrence in (coalesce(r.occurrence, e.nominal), 'once') end
) as sent
