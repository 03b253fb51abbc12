-- Who of these is there, what they are called, and in which zone they are; held until this transaction ends, so that nobody is erased
-- or travels meanwhile. Before any of their reminders is locked, as everywhere.   $1 tenant   $2 recipients
select p.id, p.name, p.timezone from belfry.recipients p
where p.tenant = $1 and p.id = any ($2::text[])
order by p.id
for share
