-- Whose device that is.
select s.recipient from belfry.push_subscriptions s where s.tenant = $1 and s.id = $2
