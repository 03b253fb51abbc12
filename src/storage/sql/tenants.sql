--   $1 only this one  $2 after this id  $3 how many
select id, name, date_part('epoch', created_at) * 1000 as created_ms, false as created
from belfry.tenants
where ($1::text is null or id = $1) and id > $2
order by id limit $3::integer
