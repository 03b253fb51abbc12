-- Adds to what a process has written of a minute.
--   $1 minute (ms)   $2 process   $3 sent   $4 failed   $5 unknown   $6 others   $7 lateness   $8 due   $9 pending   $10 waiting
insert into belfry.pulses as p (minute, process, sent, failed, unknown, others, lateness, due, pending, waiting)
values (
  to_timestamp($1::float8 / 1000), $2, $3::bigint, $4::bigint, $5::bigint, $6::bigint, $7::bigint[], $8::bigint, $9::bigint, $10::bigint)
on conflict (minute, process) do update set
  sent = p.sent + excluded.sent,
  failed = p.failed + excluded.failed,
  unknown = p.unknown + excluded.unknown,
  others = p.others + excluded.others,
  lateness = (
    select array_agg(n.had + n.got order by n.span)
    from unnest(p.lateness, excluded.lateness) with ordinality as n (had, got, span)),
  due = coalesce(excluded.due, p.due),
  pending = coalesce(excluded.pending, p.pending),
  waiting = coalesce(excluded.waiting, p.waiting)
