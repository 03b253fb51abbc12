-- The feed of a person, if there is one, and in which language it is.
select f.generation, r.locale from belfry.calendar_feeds f
join belfry.recipients r on r.tenant = f.tenant and r.id = f.recipient
where f.tenant = $1 and f.recipient = $2
