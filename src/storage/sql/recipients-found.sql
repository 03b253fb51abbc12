-- A page of those whose name begins with a text, then of those whose name's last word does, then of those whose id does; who has exactly this id comes
-- before all of them. Each part is a walk along an index of its own, looks at $8 at the most, and begins only if those before it were
-- not enough: when none is wanted, the last one says how far that was.
--   $1 tenant   $2 text   $3 what comes after every character   $4–$6 cursor: part, what was found there, id   $7 only who has a suspended address
--   $8 how many to look at in a part   $9 how many to answer
with sought as materialized (
  select f.first, f.first || $3::text as last, coalesce($4::integer, 0) as part,
    case when $4 = 1 then $5::text else f.first end as name, case when $4 = 1 then $6::text else '' end as name_id,
    case when $4 = 2 then $5::text else f.first end as word, case when $4 = 2 then $6::text else '' end as word_id,
    case when $4 = 3 then $5::text else f.first end as id, case when $4 = 3 then $6::text else '' end as id_id
  from (select belfry.folded($2::text) as first) f
),
exact as materialized (
  select 0 as part, '' as found, r.id, true as wanted, false as is_end
  from belfry.recipients r
  where r.tenant = $1 and r.id = $2 and $4 is null and (not $7::boolean or exists (
    select from belfry.addresses a where a.tenant = $1 and a.recipient = r.id and a.suspended_at is not null))
),
named as materialized (
  select 1 as part, w.found, w.id, w.wanted, w.n = $8::integer as is_end
  from (
    select r.name_folded as found, r.id, row_number() over (order by r.name_folded, r.id) as n,
      r.id <> $2 and (not $7 or exists (
        select from belfry.addresses a where a.tenant = $1 and a.recipient = r.id and a.suspended_at is not null)) as wanted
    from belfry.recipients r
    where r.tenant = $1 and r.name_folded < (select last from sought) collate "C"
      and (r.name_folded, r.id) > ((select name from sought) collate "C", (select name_id from sought) collate "C")
      and (select part from sought) <= 1
    order by r.name_folded, r.id
    limit $8
  ) w
  where w.wanted or w.n = $8
  order by w.found, w.id
  limit $9
),
last_named as materialized (
  select 2 as part, w.found, w.id, w.wanted, w.n = $8::integer as is_end
  from (
    select r.last_word_folded as found, r.id, row_number() over (order by r.last_word_folded, r.id) as n,
      r.id <> $2 and (r.name_folded < (select first from sought) or r.name_folded >= (select last from sought))
        and (not $7 or exists (
          select from belfry.addresses a where a.tenant = $1 and a.recipient = r.id and a.suspended_at is not null)) as wanted
    from belfry.recipients r
    where r.tenant = $1 and r.last_word_folded < (select last from sought) collate "C"
      and (r.last_word_folded, r.id) > ((select word from sought) collate "C", (select word_id from sought) collate "C")
      and (select part from sought) <= 2
      and (select count(*) < $9 and not coalesce(bool_or(f.is_end), false) from named f)
    order by r.last_word_folded, r.id
    limit $8
  ) w
  where w.wanted or w.n = $8
  order by w.found, w.id
  limit $9
),
with_id as materialized (
  select 3 as part, w.found, w.id, w.wanted, w.n = $8::integer as is_end
  from (
    select r.id_folded as found, r.id, row_number() over (order by r.id_folded, r.id) as n,
      r.id <> $2
        and coalesce(r.name_folded < (select first from sought) or r.name_folded >= (select last from sought), true)
        and coalesce(r.last_word_folded < (select first from sought) or r.last_word_folded >= (select last from sought), true)
        and (not $7 or exists (
          select from belfry.addresses a where a.tenant = $1 and a.recipient = r.id and a.suspended_at is not null)) as wanted
    from belfry.recipients r
    where r.tenant = $1 and r.id_folded < (select last from sought) collate "C"
      and (r.id_folded, r.id) > ((select id from sought) collate "C", (select id_id from sought) collate "C")
      and (select count(*) < $9 and not coalesce(bool_or(f.is_end), false)
        from (select is_end from named union all select is_end from last_named) f)
    order by r.id_folded, r.id
    limit $8
  ) w
  where w.wanted or w.n = $8
  order by w.found, w.id
  limit $9
)
select f.part, f.found, f.wanted, f.is_end, r.id, r.name, r.timezone, r.locale, r.channels, r.channel_delays, r.fallback, r.quiet_hours, r.muted,
  r.version, case when r.paused_until > belfry.now() then date_part('epoch', r.paused_until) * 1000 end as paused_ms,
  date_part('epoch', r.created_at) * 1000 as created_ms,
  coalesce((
    select json_object_agg(a.channel, json_build_object(
      'address', a.address, 'reason', a.suspended_reason, 'suspendedMs', date_part('epoch', a.suspended_at) * 1000))
    from belfry.addresses a where a.tenant = r.tenant and a.recipient = r.id), '{}') as addresses
from (
  select * from (
    select * from exact union all select * from named union all select * from last_named union all select * from with_id
  ) every
  order by every.part, every.found collate "C", every.id collate "C"
  limit $9
) f
cross join lateral (select * from belfry.recipients r where r.tenant = $1 and r.id = f.id limit 1) r
order by f.part, f.found collate "C", f.id collate "C"
