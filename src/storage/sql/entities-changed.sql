-- A page of a type's entities, what was changed last first, after the cursor ($4, $5), with their recipients. Looks at $6 at the most: when none of them is
-- wanted, the last one says how far that was.
--   $1 tenant   $2 type   $3 status or null   $4, $5 cursor: time and id   $6 how many to look at   $7 how many to answer
select e.type, e.id, e.status, e.version, e.time_anchor, e.anchors, e.steps, e.plan, e.late_policy, e.critical, e.channels,
  e.title, e.body, e.data, date_part('epoch', e.at) * 1000 as at_ms, date_part('epoch', e.created_at) * 1000 as created_ms,
  date_part('epoch', e.updated_at) * 1000 as updated_ms,
  (select coalesce(json_agg(json_build_object('recipient', m.recipient, 'steps', m.steps) order by m.recipient), '[]')
   from belfry.entity_recipients m where m.tenant = e.tenant and m.type = e.type and m.id = e.id) as members,
  (extract(epoch from e.updated_at) * 1000000)::bigint::text as updated_us, f.wanted, f.n = $6::integer as is_end
from (
  select w.id, w.wanted, w.n
  from (
    select e.id, row_number() over (order by e.updated_at desc, e.id desc) as n, ($3::text is null or e.status = $3) as wanted
    from belfry.entities e
    where e.tenant = $1 and e.type = $2 and e.updated_at <= (select coalesce($4::timestamptz, 'infinity'))
      and ($5::text is null or (e.updated_at, e.id) < ($4::timestamptz, $5::text collate "C"))
    order by e.updated_at desc, e.id desc
    limit $6
  ) w
  where w.wanted or w.n = $6::integer
  order by w.n
  limit $7
) f
cross join lateral (select * from belfry.entities e where e.tenant = $1 and e.type = $2 and e.id = f.id limit 1) e
order by f.n
