-- Has this reminder ever been heard of? Its row may be gone; then the ledger knows it.
select r.id, r.recipient from belfry.reminders r where r.bucket = $1 and r.id = $2 and r.tenant = $3
union all
select d.reminder, d.recipient from belfry.deliveries d where d.bucket = $1 and d.reminder = $2 and d.tenant = $3
limit 1
