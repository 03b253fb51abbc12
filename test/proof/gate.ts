// Triggers of the harness on Belfry's tables, for what cannot be arranged from outside: to log who took which delivery,
// to hold a worker between the commit of a take and its first send, and to make commits slow, as a busy disk does.

import pg from 'pg'
import { until } from './until.ts'
import type { World } from './world.ts'

/** Who took what, so that a delivery that ends `unknown` can be traced to its worker. */
export async function logTakes({ sql }: World): Promise<void> {
  await sql(`create schema if not exists proof;
    create table proof.takes (
      at timestamptz not null default clock_timestamp(), worker text not null, id text not null, attempt integer not null);
    create function proof.log_take() returns trigger language plpgsql as $$
      begin
        insert into proof.takes (worker, id, attempt)
        select new.worker, k.reminder::text || '.' || lpad(to_hex(k.key), 16, '0'), k.attempt
        from unnest(new.reminders, new.occurrence_keys, new.attempts) as k(reminder, key, attempt);
        return null;
      end $$;
    create trigger log_take after insert on belfry.claims for each row execute function proof.log_take()`)
}

export interface Take {
  readonly at_ms: number
  readonly worker: string
  readonly id: string
  readonly attempt: number
}

export async function readTakes({ sql }: World): Promise<Take[]> {
  return await sql<Take>(
    'select (extract(epoch from at) * 1000)::float8 as at_ms, worker, id, attempt from proof.takes order by at',
  )
}

/** Every take's commit lasts up to so long, and its row locks with it: races that need luck on a fast disk are common. */
export async function slowCommits({ sql }: World, ms: number): Promise<void> {
  await sql(`create schema if not exists proof;
    create function proof.be_slow() returns trigger language plpgsql as $$
      begin perform pg_sleep(random() * ${Number(ms)} / 1000); return null; end $$;
    create constraint trigger be_slow after insert on belfry.claims deferrable initially deferred
      for each row execute function proof.be_slow()`)
}

export interface Gate {
  /** Resolves when a worker has written its take and waits in its commit. */
  reached(): Promise<void>
  /** Lets the commit happen. */
  open(): Promise<void>
}

const gateKey = 7_011_977

/** From here on the commit of every take waits until the gate opens. */
export async function closeGate(world: World): Promise<Gate> {
  await world.sql(`create schema if not exists proof;
    create or replace function proof.wait_at_gate() returns trigger language plpgsql set lock_timeout = 0 as $$
      begin perform pg_advisory_xact_lock_shared(${gateKey}); return null; end $$;
    drop trigger if exists gate on belfry.claims;
    create constraint trigger gate after insert on belfry.claims deferrable initially deferred
      for each row execute function proof.wait_at_gate()`)
  const holder = new pg.Client({ connectionString: world.databaseUrl })
  // A scenario that fails drops its database with this connection still open.
  holder.on('error', () => {})
  await holder.connect()
  await holder.query('select pg_advisory_lock($1)', [gateKey])
  return {
    reached: () =>
      until('a take waits at the gate', async () => {
        // Not just anybody who waits for something: it may be a server that others use.
        const waiting = await world.sql(`select 1 from pg_locks
          where locktype = 'advisory' and objid = ${gateKey} and not granted
            and database = (select oid from pg_database where datname = current_database())`)
        return waiting.length > 0
      }),
    open: () => holder.end(),
  }
}
