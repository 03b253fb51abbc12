-- The secret of that name: the one that is there, or this one from now on. Of two that come at once, the second waits for the first
-- and answers what that one wrote, which it could not read in the same statement.
with found as materialized (select value from belfry.secrets where name = $1),
made as (
  insert into belfry.secrets as s (name, value) select $1, $2::bytea where not exists (select from found)
  on conflict (name) do update set value = s.value
  returning value
)
select value from found
union all
select value from made
