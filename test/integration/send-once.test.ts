// "One function call to check and send." The mark is `sending` under a lease while the given function runs: a process that
// dies in between leaves an `unknown`, which is listed, and never a silent second send.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Belfry, createBelfry } from '../../src/belfry.ts'
import type { ConcludeOptions } from '../../src/engine/conclude.ts'
import { reapExpired } from '../../src/engine/reap.ts'
import { defaultRetryPolicy } from '../../src/engine/retry.ts'
import type { LedgerKey } from '../../src/ledger/ledger.ts'
import { silentLogger } from '../../src/log.ts'
import { openDatabase, type PgDatabase } from '../../src/storage/database.ts'
import { runtimeRules } from '../../src/time/zone-rules.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { latch } from './latch.ts'
import { openTables, type Tables } from './tables.ts'

let database: TestDatabase
let belfry: Belfry
let db: PgDatabase
let tables: Tables

beforeAll(async () => {
  database = await createTestDatabase()
  belfry = await createBelfry({ database: database.url })
  db = openDatabase({
    connection: { connectionString: database.url },
    connectionsMax: 2,
    pooled: false,
    logger: silentLogger,
  })
  tables = openTables(database.url)
  await belfry.recipients.put({ id: 'ana' })
})
afterAll(async () => {
  await Promise.all([tables.close(), db.close(), belfry.close()])
  await database.drop()
})

let n = 0
const workout = (): LedgerKey => ({
  entityType: 'WORKOUT',
  entityId: `w${++n}`,
  reminderType: '1h',
  userId: 'ana',
})
const stateOf = async (key: LedgerKey) => {
  const rows = await tables.query<{ state: string; reason: string | null }>(
    'select state, reason from belfry.deliveries where entity_id = $1',
    [key.entityId],
  )
  return rows.map(({ state, reason }) => (reason ? `${state}: ${reason}` : state))
}
const unknowns = async () =>
  (await belfry.deliveries.needingAttention({ state: 'unknown', limit: 200 })).map(({ entity }) => entity.id)

const reaper: ConcludeOptions = {
  worker: 'reaper',
  retry: defaultRetryPolicy,
  zones: {
    rules: runtimeRules,
    tzVersion: '2025b',
    spacing: async (_tx, wishes) => wishes.map(({ planned }) => planned),
  },
}

/** What a worker does once the lease of somebody who died has run out, without waiting for it. */
async function reapAll(): Promise<void> {
  await tables.query(`update belfry.claims set expires_at = clock_timestamp() - interval '1 second'`)
  while ((await reapExpired(db, reaper, 0)).claims > 0);
}

describe('sendOnce', () => {
  it('sends the first time, and passes on what the function answered', async () => {
    const key = workout()
    let sends = 0
    const send = async () => `message ${++sends}`
    expect(await belfry.ledger.sendOnce(key, send)).toEqual({ sent: true, value: 'message 1' })
    expect(await belfry.ledger.sendOnce(key, send)).toEqual({ sent: false, why: 'already_sent' })
    expect(sends).toBe(1)
    expect(await stateOf(key)).toEqual(['sent'])
    expect(await belfry.ledger.wasReminderSent(key)).toBe(true)
    expect((await tables.counts()).claims).toBe(0)
  })

  it('does not send what was marked by hand, and marks for others', async () => {
    const key = workout()
    await belfry.ledger.markReminderAsSent(key)
    expect(await belfry.ledger.sendOnce(key, () => expect.unreachable())).toEqual({ sent: false, why: 'already_sent' })
    const other = workout()
    await belfry.ledger.sendOnce(other, () => 1)
    expect(await belfry.ledger.markReminderAsSent(other)).toBe(false)
  })

  it('ten at once: one sends', async () => {
    for (let round = 0; round < 10; round++) {
      const key = workout()
      let sends = 0
      const results = await Promise.all(
        Array.from({ length: 10 }, () => belfry.ledger.sendOnce(key, async () => ++sends)),
      )
      expect(sends).toBe(1)
      expect(results.filter(({ sent }) => sent)).toEqual([{ sent: true, value: 1 }])
    }
  })

  it('stands in the way of a mark, and of the engine, while it is sending', async () => {
    const key = workout()
    const [begun, end] = [latch(), latch()]
    const sending = belfry.ledger.sendOnce(key, async () => {
      begun.open()
      await end.opened
    })
    await begun.opened
    expect(await stateOf(key)).toEqual(['sending'])
    expect(await belfry.ledger.wasReminderSent(key)).toBe(true)
    expect(await belfry.ledger.markReminderAsSent(key)).toBe(false)
    expect(await belfry.ledger.release(key)).toBe(false)
    const scheduled = await belfry.reminders.schedule({
      entity: { type: key.entityType, id: key.entityId },
      kind: key.reminderType,
      recipient: 'ana',
      in: 'PT1H',
    })
    expect(scheduled.status).toBe('already_sent')
    end.open()
    expect(await sending).toEqual({ sent: true, value: undefined })
  })

  it('that throws is unknown and listed, passes the error on, and is not sent again until released', async () => {
    const key = workout()
    const failure = new Error('socket closed by ana@example.com')
    await expect(belfry.ledger.sendOnce(key, () => Promise.reject(failure))).rejects.toBe(failure)
    expect(await stateOf(key)).toEqual(['unknown: outcome_unknown'])
    expect(await unknowns()).toContain(key.entityId)
    expect(await tables.holding('ana@example.com')).toEqual([])
    expect(await belfry.ledger.sendOnce(key, () => expect.unreachable())).toMatchObject({ sent: false })
    expect(await belfry.ledger.release(key)).toBe(true)
    expect(await unknowns()).not.toContain(key.entityId)
    expect(await belfry.ledger.sendOnce(key, () => 'second try')).toEqual({ sent: true, value: 'second try' })
    expect(await stateOf(key)).toEqual(['sent'])
  })

  it('that throws at once, or throws something that is no Error, is treated the same', async () => {
    const key = workout()
    const send = () => {
      throw 'a text'
    }
    await expect(belfry.ledger.sendOnce(key, send)).rejects.toBe('a text')
    expect(await stateOf(key)).toEqual(['unknown: outcome_unknown'])
  })

  it('with something else than a function writes nothing', async () => {
    const key = workout()
    // @ts-expect-error: not a function
    await expect(belfry.ledger.sendOnce(key, 'send')).rejects.toMatchObject({ code: 'invalid_input', field: '/send' })
    expect(await stateOf(key)).toEqual([])
  })

  it('is refused inside a transaction: it could not keep its word there', async () => {
    const inside = belfry.with({ query: () => expect.unreachable() })
    expect(() => inside.ledger.sendOnce(workout(), () => 1)).toThrow(/outside of any transaction/)
  })
})

describe('a process that dies while it sends', () => {
  it('leaves an unknown that is listed; nobody sends again by itself', async () => {
    const key = workout()
    const begun = latch()
    void belfry.ledger.sendOnce(key, () => new Promise<void>(() => begun.open()))
    await begun.opened
    await reapAll()
    expect(await stateOf(key)).toEqual(['unknown: lease_expired'])
    expect(await unknowns()).toContain(key.entityId)
    expect((await tables.counts()).claims).toBe(0)
    expect(await belfry.ledger.sendOnce(key, () => expect.unreachable())).toMatchObject({ sent: false })
    expect(await belfry.ledger.release(key)).toBe(true)
    expect(await belfry.ledger.sendOnce(key, () => 2)).toEqual({ sent: true, value: 2 })
  })

  it('and was only slow, reports late: unknown becomes sent', async () => {
    const key = workout()
    const [begun, end] = [latch(), latch()]
    const sending = belfry.ledger.sendOnce(key, async () => {
      begun.open()
      await end.opened
      return 'late'
    })
    await begun.opened
    await reapAll()
    expect(await stateOf(key)).toEqual(['unknown: lease_expired'])
    end.open()
    expect(await sending).toEqual({ sent: true, value: 'late' })
    expect(await stateOf(key)).toEqual(['sent'])
    expect(await unknowns()).not.toContain(key.entityId)
  })

  it('and was released and sent by another meanwhile, does not disturb that one', async () => {
    const key = workout()
    const [begun, end] = [latch(), latch()]
    const slow = belfry.ledger.sendOnce(key, async () => {
      begun.open()
      await end.opened
      throw new Error('failed late')
    })
    await begun.opened
    await reapAll()
    await belfry.ledger.release(key)
    expect(await belfry.ledger.sendOnce(key, () => 'other')).toEqual({ sent: true, value: 'other' })
    end.open()
    await expect(slow).rejects.toThrow('failed late')
    expect(await stateOf(key)).toEqual(['sent'])
  })

  it('on the key of a critical reminder that was cancelled: unknown as well, never waiting for a channel "hand"', async () => {
    const key = workout()
    const { id } = await belfry.reminders.schedule({
      entity: { type: key.entityType, id: key.entityId },
      kind: key.reminderType,
      recipient: 'ana',
      in: 'PT1H',
      critical: true,
    })
    const { occurrence } = (await belfry.reminders.get(id))!
    await belfry.reminders.cancel(id)
    const begun = latch()
    void belfry.ledger.sendOnce({ ...key, occurrence }, () => new Promise<void>(() => begun.open()))
    await begun.opened
    await reapAll()
    expect(await stateOf(key)).toEqual(['unknown: lease_expired'])
  })
})
