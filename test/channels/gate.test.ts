// The pace that processes keep together, asked of the database itself: when each may pass is its own answer, so nothing here depends on
// how fast this machine is.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Gate, type Pass, type Permit } from '../../src/channels/gate.ts'
import type { Database } from '../../src/engine/database.ts'
import { BelfryError } from '../../src/errors.ts'
import { type OpenGround, openGround } from './ground.ts'

let ground: OpenGround
let gates = 0

beforeAll(async () => {
  ground = await openGround()
})
afterAll(() => ground.close())

const options = { everyMs: 40, holdMs: 15_000, passMs: 60_000 }
const open = (more: Partial<typeof options & { name: string; db: Database }> = {}) => {
  const { db = ground.db, ...rest } = more
  return new Gate(db, { name: `test:${gates++}`, ...options, ...rest })
}
const to = (key: string | null, more: Partial<Pass> = {}): Pass => ({
  key,
  everyMs: 1_000,
  dueMs: 0,
  cameBack: false,
  ...more,
})
const waitOf = (permit: Permit) => (permit.granted ? 0 : permit.retryAfterMs)

interface Asking {
  readonly cameBack?: boolean
  readonly everyMs?: number
  readonly aheadMs?: number
  readonly holdMs?: number
}

/** Asks the database without anybody who waits. */
async function ask(name: string, key: string | null, asking: Asking = {}) {
  const { cameBack = false, everyMs = 40, aheadMs = 1_000, holdMs = 15_000 } = asking
  const values = [name, key, everyMs, 1_000, holdMs, aheadMs, cameBack]
  const [row] = await ground.db.run<{ granted: boolean; wait_ms: number }>('take-permit', values)
  return row!
}

describe('the whole', () => {
  it('grants one after the other, a step apart, and none that is too far ahead', async () => {
    const name = `test:${gates++}`
    for (let i = 0; i < 5; i++) {
      const { granted, wait_ms } = await ask(name, null, { everyMs: 60_000, aheadMs: 3_600_000 })
      expect(granted).toBe(true)
      // Turn i is fixed; asking later, there is less left of it.
      expect(wait_ms).toBeLessThanOrEqual(i * 60_000)
      expect(wait_ms).toBeGreaterThanOrEqual(Math.max(0, i - 1) * 60_000)
    }
    expect(await ask(name, null, { everyMs: 60_000, aheadMs: 1_000 })).toMatchObject({ granted: false })
  })

  it('gives those who are turned away a turn each, a step apart', async () => {
    const name = `test:${gates++}`
    await ground.db.run('block-gate', [name, 3_600_000])
    const waits: number[] = []
    for (let i = 0; i < 5; i++) waits.push((await ask(name, 'a', { everyMs: 60_000 })).wait_ms)
    for (const [i, wait] of waits.entries()) {
      expect(wait).toBeGreaterThan(3_600_000 + i * 60_000 - 60_000)
      expect(wait).toBeLessThanOrEqual(3_600_000 + i * 60_000)
    }
  })

  it('is not moved on by a part that has to wait', async () => {
    const name = `test:${gates++}`
    expect((await ask(name, 'a')).granted).toBe(true)
    for (let i = 0; i < 100; i++) expect((await ask(name, 'a')).granted).toBe(false)
    const other = await ask(name, 'b')
    expect(other.granted).toBe(true)
    expect(other.wait_ms).toBeLessThanOrEqual(40)
  })
})

describe('a part', () => {
  it('is passed by one at a time, and by the next only a pace after its end', async () => {
    const gate = open({ everyMs: 0.001 })
    const first = await gate.pass(to('a', { everyMs: 3_600_000 }))
    expect(first.granted).toBe(true)
    expect(waitOf(await gate.pass(to('a', { everyMs: 3_600_000 })))).toBeGreaterThan(3_000_000)
    expect((await gate.pass(to('b', { everyMs: 3_600_000 }))).granted).toBe(true)
    if (first.granted) first.end(true)
    await gate.close()
    expect(waitOf(await gate.pass(to('a', { everyMs: 3_600_000 })))).toBeGreaterThan(3_000_000)
  })

  it('is free at once when nothing was sent', async () => {
    const gate = open({ everyMs: 0.001 })
    const first = await gate.pass(to('a', { everyMs: 3_600_000 }))
    if (first.granted) first.end(false)
    await gate.close()
    expect((await gate.pass(to('a', { everyMs: 3_600_000 }))).granted).toBe(true)
  })

  it('is free again after a while when nobody said that the send had ended', async () => {
    const name = `test:${gates++}`
    const hour = { holdMs: 3_600_000 }
    await ask(name, 'a', hour)
    const isFree = async () => (await ask(name, 'a', hour)).granted
    expect(await isFree()).toBe(false)
    const later = `update belfry.gates set next_at = next_at - interval '40 min', blocked_until = blocked_until - interval '40 min' where name = '${name}'`
    await sql(later)
    expect(await isFree()).toBe(false)
    await sql(later)
    expect(await isFree()).toBe(true)
  })

  it('tells the k-th of those it turns away to come back after about k paces', async () => {
    const name = `test:${gates++}`
    await ask(name, 'a')
    const waits: number[] = []
    for (let k = 1; k <= 200; k++) waits.push((await ask(name, 'a')).wait_ms)
    for (const [i, wait] of waits.entries()) {
      // Turn k is fixed; asking later, there is less left of it.
      expect(wait).toBeLessThanOrEqual(1_040 + i * 1_100)
      if (i > 0) expect(wait - waits[i - 1]!).toBeLessThanOrEqual(1_100)
    }
    expect(waits.at(-1)).toBeGreaterThan(150_000)
  })

  it('puts who comes back in vain to the front, in a line of its own', async () => {
    const name = `test:${gates++}`
    await ask(name, 'a')
    for (let i = 0; i < 50; i++) await ask(name, 'a')
    expect((await ask(name, 'a')).wait_ms).toBeGreaterThan(30_000)
    expect((await ask(name, 'a', { cameBack: true })).wait_ms).toBeLessThanOrEqual(1_040)
    expect((await ask(name, 'a', { cameBack: true })).wait_ms).toBeLessThanOrEqual(2_140)
    expect((await ask(name, 'a')).wait_ms).toBeGreaterThan(30_000)
  })
})

async function sql(text: string) {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: ground.url })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

describe('in one process', () => {
  it('what is later by its due time goes first', async () => {
    const gate = open({ everyMs: 0.001 })
    const order: number[] = []
    const pass = async (dueMs: number) => {
      await gate.pass(to(null, { dueMs }))
      order.push(dueMs)
    }
    // The first is asked for at once; the others wait in the queue meanwhile.
    await Promise.all([9, 5, 7, 1, 5, 3].map(pass))
    expect(order).toEqual([9, 1, 3, 5, 5, 7])
  })

  it('asks one question at a time', async () => {
    let asking = 0
    let most = 0
    const counting: Database = {
      ...ground.db,
      async run<Row extends object>(statement: string, values: readonly unknown[]) {
        most = Math.max(most, ++asking)
        return await ground.db.run<Row>(statement, values).finally(() => {
          asking -= 1
        })
      },
    }
    const gate = open({ db: counting, everyMs: 0.001 })
    await Promise.all(Array.from({ length: 30 }, (_, i) => gate.pass(to(String(i)))))
    expect(most).toBe(1)
  })

  it('nobody passes where the database does not answer, and nobody waits for it for ever', async () => {
    const failing: Database = {
      ...ground.db,
      run: () => Promise.reject(new BelfryError('database_unavailable', 'away')),
    }
    expect(await open({ db: failing }).pass(to('a'))).toEqual({ granted: false, retryAfterMs: 1_000 })
    await open({ db: failing }).block(1_000)
    const silent: Database = { ...ground.db, run: () => new Promise(() => {}) }
    const gate = open({ db: silent, passMs: 20 })
    expect(await Promise.all([gate.pass(to('a')), gate.pass(to('b'))])).toEqual([
      { granted: false, retryAfterMs: 1_000 },
      { granted: false, retryAfterMs: 1_000 },
    ])
    await gate.block(1_000)
  })

  it('a permit that comes when nobody waits any more leaves its part free', async () => {
    let release = () => {}
    const nobodyWaits = new Promise<void>((resolve) => {
      release = resolve
    })
    let end = () => {}
    const ended = new Promise<void>((resolve) => {
      end = resolve
    })
    const late: Database = {
      ...ground.db,
      async run<Row extends object>(statement: string, values: readonly unknown[]) {
        const rows = await ground.db.run<Row>(statement, values)
        if (statement === 'take-permit') await nobodyWaits
        if (statement === 'end-permit') end()
        return rows
      },
    }
    const name = `test:${gates++}`
    const gate = open({ db: late, name, passMs: 20, everyMs: 0.001 })
    expect((await gate.pass(to('a'))).granted).toBe(false)
    release()
    await ended
    await gate.close()
    expect((await ask(name, 'a')).granted).toBe(true)
  })

  it('parts that are quiet are forgotten, and what somebody still waits for is not', async () => {
    const name = `test:${gates++}`
    for (const key of ['a', 'b', 'c']) await ask(name, key)
    await sql(
      `update belfry.gates set next_at = '-infinity', blocked_until = '-infinity' where name = '${name}' and key in ('a', 'b')`,
    )
    await sql(`update belfry.gates set hint_at = now() + interval '1 minute' where name = '${name}' and key = 'b'`)
    await ground.db.run('forget-gates', [name])
    expect(await sql(`select key from belfry.gates where name = '${name}' order by key`)).toEqual([
      { key: '' },
      { key: 'b' },
      { key: 'c' },
    ])
  })
})
