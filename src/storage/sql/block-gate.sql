-- The provider has asked for a pause: nobody passes before it is over, in whatever process.   $1 gate   $2 how long, ms
insert into belfry.gates as g (name, blocked_until) values ($1, clock_timestamp() + $2::float8 * interval '1 ms')
on conflict (name, key) do update set blocked_until = greatest(g.blocked_until, excluded.blocked_until)
