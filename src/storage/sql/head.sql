-- The first due reminder that is not set aside: the one a fire of a single reminder would take.
select bucket, id from belfry.reminders
where due_at <= belfry.now() and id <> all ($1::uuid[])
order by due_at limit 1
for update skip locked
