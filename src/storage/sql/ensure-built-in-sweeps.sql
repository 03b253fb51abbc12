-- Belfry's own sweeps are there from the start, first due after one interval; and again when a new version runs one more or less
-- often.
--   $1–$3 name, every, what a process needs
insert into belfry.sweeps as s (
  tenant, name, origin, definition, every, timezone, needs, next_at, covered_until, created_at, updated_at)
select '', u.name, 'built_in', json_build_object('name', u.name, 'every', u.every), u.every, 'UTC', u.needs,
  belfry.now() + u.every::interval, belfry.now(), belfry.now(), belfry.now()
from unnest($1::text[], $2::text[], $3::text[]) as u(name, every, needs)
order by u.name
on conflict (tenant, name) do update set
  definition = excluded.definition, every = excluded.every, next_at = excluded.next_at, updated_at = excluded.updated_at
where s.every <> excluded.every
