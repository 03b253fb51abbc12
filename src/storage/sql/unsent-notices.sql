-- Notices of a meeting that wait to be sent, or are being sent.   $1–$3 bucket, first and last id   $4, $5 tenant, id   $6 their kinds
select distinct d.bucket, d.reminder as id
from belfry.deliveries d
where d.bucket = $1 and d.reminder between $2 and $3 and d.state in ('pending', 'sending')
  and (d.tenant = $4 and d.entity_type = 'meeting' and d.entity_id = $5 and d.kind = any ($6::text[])) is true
order by d.bucket, d.reminder
