-- A group has become a supergroup, with another id: for everybody whose address it is, in whatever tenant.   $1 old   $2 new
update belfry.addresses a set address = $2
where a.channel = 'telegram' and a.address = $1
returning a.recipient
