--   $1 tenant  $2 caller  $3 key  $4 fingerprint  $5 answer  $6 for so many ms
insert into belfry.answers (tenant, caller, key, fingerprint, answer, expires_at)
values ($1, $2, $3, $4, $5, clock_timestamp() + $6::float8 * interval '1 ms')
on conflict (tenant, caller, key) do update
  set fingerprint = excluded.fingerprint, answer = excluded.answer, created_at = excluded.created_at, expires_at = excluded.expires_at
