-- The feed of a person who exists, made if there was none; no row: there is nobody of that id.
--   $1 tenant   $2 recipient   $3 where its generations begin   $4 by how much an existing one is raised
insert into belfry.calendar_feeds as f (tenant, recipient, generation, created_at)
select r.tenant, r.id, $3::integer, belfry.now() from belfry.recipients r where r.tenant = $1 and r.id = $2 for key share of r
on conflict (tenant, recipient) do update set generation = f.generation + $4::integer
returning f.generation
