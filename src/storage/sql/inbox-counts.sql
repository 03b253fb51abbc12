-- How many of each state one person has: counted, from the index alone.
select i.state, count(*)::integer as count
from belfry.inbox i
where i.tenant = $1 and i.recipient = $2
group by i.state
