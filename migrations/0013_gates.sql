-- Gates: the pace that all workers and processes keep together, such as that of a bot. A row for the whole (key '') and one for each
-- part that has a pace of its own (a chat). Real time, never the clock that can be driven. Of no tenant: providers count by bot.
create table belfry.gates (
  name           text collate "C" not null check (octet_length(name) between 1 and 128),
  key            text collate "C" not null default '' check (octet_length(key) <= 256),
  -- the next one may go from here on
  next_at        timestamptz not null default '-infinity',
  -- nobody goes before: of the whole, what the provider asked for; of a part, while a message to it is under way
  blocked_until  timestamptz not null default '-infinity',
  -- when to tell the next one to come back: who was turned away for the first time, and who came back in vain
  hint_at        timestamptz not null default '-infinity',
  again_at       timestamptz not null default '-infinity',
  primary key (name, key)
) with (
  -- no other index and half a page free: every change is a heap-only update
  fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500
);

-- Asks to pass, at once or within `wait_max_ms`: then it is `granted`, and `wait_ms` says in how long. Otherwise `wait_ms` says when to
-- come back. Each that is turned away gets a later turn than the one before, so that they do not all come back at once: k
-- messages to one chat cost k questions, not k squared. Who has come back in vain stands in a line of its own, at the front: a turn
-- that was missed (a send that took long, a worker that was away) is made up for soon, and not after everybody else.
--
-- A part that must wait does not move the whole: others pass meanwhile. The locks are taken in one order, the whole first, and end
-- with this statement.
create function belfry.take_permit(
    gate text, part text, every_ms float8, part_every_ms float8, hold_ms float8, wait_max_ms float8, came_back boolean,
    out granted boolean, out wait_ms float8)
  language plpgsql
  set search_path = ''
  as $$
  declare
    ms constant interval := interval '1 ms';
    whole belfry.gates;
    one belfry.gates;
    asked timestamptz;
    at timestamptz;
    turn timestamptz;
  begin
    loop
      select * into whole from belfry.gates g where g.name = gate and g.key = '' for update;
      exit when found;
      insert into belfry.gates (name) values (gate) on conflict do nothing;
    end loop;
    -- read when the lock is there, which may have taken a while
    asked := clock_timestamp();
    at := greatest(asked, whole.next_at, whole.blocked_until);
    granted := at <= asked + wait_max_ms * ms;
    if not granted then
      turn := greatest(whole.hint_at, at);
      update belfry.gates g set hint_at = turn + every_ms * ms where g.name = gate and g.key = '';
      wait_ms := extract(epoch from turn - asked) * 1000;
      return;
    end if;
    if part is not null then
      loop
        select * into one from belfry.gates g where g.name = gate and g.key = part for update;
        exit when found;
        insert into belfry.gates (name, key) values (gate, part) on conflict do nothing;
      end loop;
      granted := greatest(one.next_at, one.blocked_until) <= at;
      if not granted then
        -- how long the message under way will take is not known: about as long as the pace
        turn := greatest(case when came_back then one.again_at else one.hint_at end,
          one.next_at, least(one.blocked_until, at + part_every_ms * ms));
        -- a tenth more than the pace: a turn begins when the answer to the message before is there
        update belfry.gates g set
          again_at = case when came_back then turn + part_every_ms * 1.1 * ms else g.again_at end,
          hint_at = case when came_back then g.hint_at else turn + part_every_ms * 1.1 * ms end
        where g.name = gate and g.key = part;
        wait_ms := extract(epoch from turn - asked) * 1000;
        return;
      end if;
      update belfry.gates g set next_at = at + part_every_ms * ms, blocked_until = at + hold_ms * ms
      where g.name = gate and g.key = part;
    end if;
    update belfry.gates g set next_at = at + every_ms * ms where g.name = gate and g.key = '';
    wait_ms := extract(epoch from at - asked) * 1000;
  end
  $$;

-- Whose chat is this? For bots, and for groups that change their id. One chat may be the address of several.
create index addresses_chat on belfry.addresses (address, tenant) where channel = 'telegram';

select belfry.make_roles();
