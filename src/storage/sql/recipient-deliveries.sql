-- The reminders of one recipient that have a ledger row.
select distinct bucket, reminder as id from belfry.deliveries where tenant = $1 and recipient = $2
