-- The next chunk of entities whose moment, for lists, was resolved with an older time-zone database.
select e.tenant, e.type, e.id, e.anchors from belfry.entities e
where (e.tenant, e.type, e.id) > ($2, $3, $4) and e.tz_version < $1
order by e.tenant, e.type, e.id
limit $5::integer
for update
