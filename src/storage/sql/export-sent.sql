-- What must not be sent again: every occurrence of which some send has begun, on whatever channel, in whatever generation.
select d.entity_type, d.entity_id, d.kind, d.recipient, d.occurrence,
  case when bool_or(d.state = 'sent') then 'sent' when bool_and(d.state = 'failed') then 'failed' else 'unknown' end as state,
  date_part('epoch', max(d.at)) * 1000 as at_ms
from belfry.deliveries d
where d.tenant = $1
  and (d.state in ('sending', 'sent', 'failed', 'unknown') or d.state = 'quarantined' or d.state = 'pending' and d.lost > 0)
group by d.entity_type, d.entity_id, d.kind, d.recipient, d.occurrence
order by d.entity_type, d.entity_id, d.kind, d.recipient, d.occurrence
