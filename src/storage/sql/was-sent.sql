-- Was this occurrence sent, or is it being sent? Without an occurrence: was any?
select exists (
  select from belfry.deliveries d
  where d.bucket = $1 and d.reminder = $2 and d.tenant = $3
    and ($4::text is null or d.occurrence = $4 or (d.occurrence = 'once' and d.channel = 'hand'))
    and d.state in ('sending', 'sent', 'unknown')
) as sent
