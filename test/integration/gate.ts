// A transaction stopped exactly where the test wants it: a trigger that waits for a lock which the test holds until it
// opens the gate.

import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

export interface Gate {
  /** Resolves when somebody stands at it. */
  reached(): Promise<void>
  open(): Promise<void>
}

const lock = 4_711
/** Between two looks whether it has come so far: whoever looks without a pause takes the processor from the one it waits for. */
const betweenMs = 5

/** Whoever has taken deliveries stops in the middle of the commit. */
export async function gateAtCommit(sql: pg.Client): Promise<Gate> {
  return await gate(
    sql,
    'true',
    `create constraint trigger gate after insert on belfry.claims deferrable initially deferred
     for each row execute function public.gate()`,
  )
}

/** A run of a sweep that has reminded of something stops in the middle of its commit. */
export async function gateAtReminded(sql: pg.Client): Promise<Gate> {
  return await gate(
    sql,
    `new.action = 'reminder_sent'`,
    `create constraint trigger gate after insert on belfry.audit deferrable initially deferred
     for each row execute function public.gate()`,
  )
}

/**
 * Whoever takes a waiting delivery of this channel takes nothing: the row is left as it is. The `nth` to try so stops
 * before that.
 */
export async function gateAtTake(sql: pg.Client, channel: string, nth: number): Promise<Gate> {
  await sql.query('create sequence public.tries')
  return await gate(
    sql,
    `nextval('public.tries') = ${nth}`,
    `create trigger gate before update on belfry.deliveries
     for each row when (old.channel = '${channel}') execute function public.gate()`,
  )
}

/** The `nth` who gives booked hours back, or finds that there are none to give back, stops before that. */
export async function gateAtUnbook(sql: pg.Client, nth: number): Promise<Gate> {
  await sql.query('create sequence public.unbooked')
  return await gate(
    sql,
    `nextval('public.unbooked') = ${nth}`,
    `create trigger gate before delete on belfry.bookings for each statement execute function public.gate()`,
  )
}

async function gate(sql: pg.Client, condition: string, trigger: string): Promise<Gate> {
  // Without a time-out of its own, so that it is the test who opens it.
  await sql.query(`create function public.gate() returns trigger language plpgsql set lock_timeout = 0 as $$
    begin if ${condition} then perform pg_advisory_xact_lock_shared(${lock}); end if; return null; end $$`)
  await sql.query(trigger)
  await sql.query(`select pg_advisory_lock(${lock})`)
  return {
    async reached() {
      // Not just anybody who waits for something.
      const waiting = `select from pg_locks where locktype = 'advisory' and objid = ${lock} and not granted
        and database = (select oid from pg_database where datname = current_database())`
      while ((await sql.query(waiting)).rowCount === 0) await sleep(betweenMs)
    },
    async open() {
      await sql.query(`select pg_advisory_unlock(${lock})`)
    },
  }
}

/** Resolves when this many sessions of the database wait for a lock. */
export async function blocked(sql: pg.Client, count = 1): Promise<void> {
  for (;;) {
    const { rows } = await sql.query(
      `select count(*)::integer as count from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    )
    if (rows[0].count >= count) return
    await sleep(betweenMs)
  }
}
