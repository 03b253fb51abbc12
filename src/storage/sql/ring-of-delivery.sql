-- Which occurrence of which reminder a delivery is of. $1–$3 key   $4 tenant
select d.bucket, d.reminder, d.occurrence, d.generation
from belfry.deliveries d
where d.bucket = $1 and d.reminder = $2 and d.occurrence_key = $3 and (d.tenant = $4) is true
