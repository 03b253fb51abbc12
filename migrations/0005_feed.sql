-- Lists: what happened by time and by what needs a person, what waits without a moment, who changed what.

-- What needs a person, in the order of every other list of deliveries.
drop index belfry.deliveries_attention;
create index deliveries_attention on belfry.deliveries (tenant, at) where attention_at is not null;

-- Series that wait for a result or for Done, and what is paused: few, and in no other list.
create index reminders_parked on belfry.reminders (tenant, id) where due_at is null;

create index audit_at on belfry.audit (tenant, at, id);

-- Who changed what is only ever added to. Erasure takes away what an entry says, not that there was one.
create function belfry.keep_audit() returns trigger
  language plpgsql
  set search_path = ''
  as $$
  begin
    if lower(tg_op) = 'update' and new.data = '{}' then
      old.data := new.data;
      if new = old then
        return new;
      end if;
    end if;
    raise exception 'belfry.audit is append-only' using errcode = 'restrict_violation';
  end
  $$;
create trigger audit_is_kept before update or delete on belfry.audit for each row execute function belfry.keep_audit();
