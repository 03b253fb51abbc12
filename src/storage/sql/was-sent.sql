-- Was this occurrence sent, or is it being sent? Without an occurrence: the one that rings next, else any. It says yes
-- only where a mark would answer false.
select exists (
  select from belfry.deliveries d
  left join belfry.reminders r on r.bucket = d.bucket and r.id = d.reminder
  where d.bucket = $1 and d.reminder = $2 and d.tenant = $3 and d.state in ('sending', 'sent', 'unknown')
    and case when $4::text is not null then d.occurrence = $4
      else r.id is null or d.occurrence in (r.occurrence, 'once') end
) as sent
