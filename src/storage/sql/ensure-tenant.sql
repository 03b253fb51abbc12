insert into belfry.tenants (id) values ($1) on conflict do nothing
