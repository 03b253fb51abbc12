-- The secret of that name: the one that is there, or this one from now on.
with made as (
  insert into belfry.secrets (name, value) values ($1, $2) on conflict (name) do nothing returning value
)
select value from made
union all
select value from belfry.secrets where name = $1
limit 1
