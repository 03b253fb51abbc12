-- One entity ($3), or a page of a type's after the cursor ($4), with its recipients.
select e.type, e.id, e.status, e.version, e.time_anchor, e.anchors, e.steps, e.plan, e.late_policy, e.critical, e.channels,
  e.title, e.body, e.data, date_part('epoch', e.at) * 1000 as at_ms, date_part('epoch', e.created_at) * 1000 as created_ms,
  date_part('epoch', e.updated_at) * 1000 as updated_ms,
  (select coalesce(json_agg(json_build_object('recipient', m.recipient, 'steps', m.steps) order by m.recipient), '[]')
   from belfry.entity_recipients m where m.tenant = e.tenant and m.type = e.type and m.id = e.id) as members
from belfry.entities e
where e.tenant = $1 and e.type = $2 and ($3::text is null or e.id = $3)
  and ($4::text is null or e.id > $4 collate "C") and ($5::text is null or e.status = $5)
order by e.id
limit $6
