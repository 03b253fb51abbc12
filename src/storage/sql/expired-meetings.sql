-- Pending meetings whose last slot is over, the oldest first.   $1 how many
select tenant, id from belfry.meetings
where status = 'pending' and ends_at <= (select belfry.now())
order by ends_at limit $1::integer
