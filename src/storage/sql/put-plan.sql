insert into belfry.plans as p (tenant, name, steps, created_at, updated_at)
values ($1, $2, $3::jsonb, belfry.now(), belfry.now())
on conflict (tenant, name) do update set steps = excluded.steps, version = p.version + 1, updated_at = excluded.updated_at
where p.steps is distinct from excluded.steps
returning version
