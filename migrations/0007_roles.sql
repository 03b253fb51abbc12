-- Two roles beside the owner of the tables, for a server: belfry_app answers requests and sees one tenant at a time,
-- belfry_worker fires and delivers for all of them. Neither may read keys or secrets, nor change a table's shape. Roles belong
-- to the whole server, so another database may have made them already. Where whoever migrates may not make roles, Belfry
-- does without them, and `belfry doctor` says so.
create function belfry.make_role(role name) returns void
  language plpgsql
  set search_path = ''
  as $$
  declare
    -- From 16 on, who creates a role may administer it, and not act as it before that is granted too.
    is_granular boolean := current_setting('server_version_num')::integer >= 160000;
  begin
    begin
      if not exists (select from pg_catalog.pg_roles where rolname = role) then
        execute format('create role %I nologin', role);
      end if;
    exception
      -- somebody else has just made it
      when duplicate_object or unique_violation then null;
    end;
    -- A superuser needs no membership to act as a role.
    if not pg_catalog.pg_has_role(role, case when is_granular then 'set' else 'member' end) then
      execute format('grant %I to current_user', role) || case when is_granular then ' with set true' else '' end;
    end if;
  exception
    when insufficient_privilege then
      raise notice 'no right to make the role %, or to act as it', role;
  end
  $$;

create function belfry.make_roles() returns void
  language plpgsql
  set search_path = ''
  as $$
  declare
    name text;
  begin
    perform belfry.make_role('belfry_app');
    perform belfry.make_role('belfry_worker');
    if exists (select from pg_catalog.pg_roles where rolname = 'belfry_app') then
      perform belfry.grant_to('belfry_app');
      grant select, insert, update, delete on belfry.answers to belfry_app;
      -- conclude deletes finished claims; a request has none, and under row-level security sees none
      grant select, delete on belfry.claims to belfry_app;
      -- time-zone data is the same for everybody
      grant select on belfry.zones to belfry_app;
    end if;
    if exists (select from pg_catalog.pg_roles where rolname = 'belfry_worker') then
      grant usage on schema belfry to belfry_worker;
      grant execute on all functions in schema belfry to belfry_worker;
      for name in select c.relname from pg_catalog.pg_class c
        where c.relnamespace = 'belfry'::regnamespace and c.relkind in ('r', 'p')
          and c.relname not in ('keys', 'secrets', 'answers', 'migrations')
      loop
        execute format('grant select, insert, update, delete on belfry.%I to belfry_worker', name);
        if (select c.relrowsecurity from pg_catalog.pg_class c where c.oid = ('belfry.' || quote_ident(name))::regclass) then
          execute format('drop policy if exists worker_all on belfry.%I', name);
          execute format('create policy worker_all on belfry.%I to belfry_worker using (true) with check (true)', name);
        end if;
      end loop;
      for name in select c.relname from pg_catalog.pg_class c
        where c.relnamespace = 'belfry'::regnamespace and c.relkind = 'S'
      loop
        execute format('grant usage, select on sequence belfry.%I to belfry_worker', name);
      end loop;
    end if;
  end
  $$;
alter table belfry.claims enable row level security;
revoke execute on function belfry.make_role(name), belfry.make_roles() from public;
select belfry.make_roles();
