-- Wakes workers early. Sent only for what is due within their poll interval, because NOTIFY takes a database-wide lock
-- at commit (it halved the commits of 16 clients).
select pg_notify('belfry', $1)
