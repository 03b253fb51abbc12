-- xmax is 0 in a row that was just inserted
insert into belfry.tenants as t (id, name) values ($1, $2)
on conflict (id) do update set name = case when $3::boolean then excluded.name else t.name end
returning id, name, date_part('epoch', created_at) * 1000 as created_ms, xmax = 0 as created
