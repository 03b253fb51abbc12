-- $1 tenant   $2 address
select a.recipient from belfry.addresses a
where a.channel = 'telegram' and a.address = $2 and a.tenant = $1
order by a.recipient
