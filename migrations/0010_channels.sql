-- What a role needs to use Belfry inside its own transactions, with the tables that channels have: whatever of it there is by now.
create or replace function belfry.grant_to(role name) returns void
  language plpgsql
  set search_path = ''
  as $$
  declare
    name text;
  begin
    execute format('grant usage on schema belfry to %I', role);
    foreach name in array array['recipients', 'addresses', 'reminders', 'deliveries', 'inbox', 'plans', 'entities',
      'entity_recipients', 'requests', 'alarms', 'sweeps', 'runs', 'actions', 'bundles', 'push_subscriptions', 'templates',
      'webhook_endpoints', 'webhook_sends'] loop
      if to_regclass('belfry.' || name) is not null then
        execute format('grant select, insert, update, delete on belfry.%I to %I', name, role);
      end if;
    end loop;
    execute format('grant select, insert on belfry.audit, belfry.attempts to %I', role);
    -- erasure takes away what replies, the trail and messages of the database say
    execute format('grant update (reply) on belfry.attempts to %I', role);
    execute format('grant update (data) on belfry.audit to %I', role);
    execute format('grant select, delete on belfry.trouble to %I', role);
    execute format('grant select on belfry.tenants, belfry.clock, belfry.holds to %I', role);
    execute format('grant select, insert on belfry.events to %I', role);
    execute format('grant usage on sequence belfry.audit_id_seq to %I', role);
    execute format('grant execute on all functions in schema belfry to %I', role);
  end
  $$;

select belfry.make_roles();
