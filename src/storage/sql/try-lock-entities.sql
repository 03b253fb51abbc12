-- Which of these entities nobody is changing just now; they are ours until the transaction ends. No lock outlives its process.
select u.n::integer as n from unnest($1::bigint[]) with ordinality as u(key, n) where pg_try_advisory_xact_lock(u.key) order by u.n
