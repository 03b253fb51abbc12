// The ledger alone, as anybody's cron job uses it: no worker runs in this file, and no recipient is known.

import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Belfry, createBelfry } from '../../src/belfry.ts'
import type { LedgerKey } from '../../src/ledger/ledger.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'

let database: TestDatabase
let belfry: Belfry

beforeAll(async () => {
  database = await createTestDatabase()
  belfry = await createBelfry({ database: database.url })
})
afterAll(async () => {
  await belfry.close()
  await database.drop()
})

let n = 0
const meeting = (more: Partial<LedgerKey> = {}): LedgerKey => ({
  entityType: 'MEETING',
  entityId: `meeting-${++n}`,
  reminderType: '24h',
  userId: 'user-456',
  ...more,
})
const trues = (answers: readonly boolean[]) => answers.filter((answer) => answer).length

describe('markReminderAsSent', () => {
  it('is true the first time and false ever after', async () => {
    const key = meeting()
    expect(await belfry.ledger.markReminderAsSent(key)).toBe(true)
    expect(await belfry.ledger.markReminderAsSent(key)).toBe(false)
    expect(await belfry.ledger.markReminderAsSent({ ...key })).toBe(false)
  })

  it('tells entities, kinds, users and tenants apart', async () => {
    const key = meeting()
    const other = await createBelfry({ database: database.url, tenant: 'acme' })
    try {
      expect(await belfry.ledger.markReminderAsSent(key)).toBe(true)
      for (const change of [
        { entityType: 'CHECKIN' },
        { entityId: 'another' },
        { reminderType: '1h' },
        { userId: 'user-1' },
      ]) {
        expect(await belfry.ledger.markReminderAsSent({ ...key, ...change })).toBe(true)
      }
      expect(await other.ledger.wasReminderSent(key)).toBe(false)
      expect(await other.ledger.markReminderAsSent(key)).toBe(true)
      expect(await other.ledger.getRemindersSentForEntity(key.entityType, key.entityId)).toHaveLength(1)
    } finally {
      await other.close()
    }
  })

  it('ten cron jobs at once: one is true', async () => {
    for (let round = 0; round < 20; round++) {
      const key = meeting()
      const results = await Promise.all(Array.from({ length: 10 }, () => belfry.ledger.markReminderAsSent(key)))
      expect(trues(results)).toBe(1)
    }
  })

  it('a weekly check-in is marked once a week', async () => {
    const checkIn = { entityType: 'CHECKIN', entityId: 'c-1', reminderType: 'weekly', userId: 'ana' }
    for (const occurrence of ['2031-W01', '2031-W02', '2031-W03']) {
      expect(await belfry.ledger.wasReminderSent({ ...checkIn, occurrence })).toBe(false)
      expect(await belfry.ledger.markReminderAsSent({ ...checkIn, occurrence })).toBe(true)
      expect(await belfry.ledger.markReminderAsSent({ ...checkIn, occurrence })).toBe(false)
      expect(await belfry.ledger.wasReminderSent({ ...checkIn, occurrence })).toBe(true)
    }
    const sent = await belfry.ledger.getRemindersSentForEntity('CHECKIN', 'c-1')
    expect(sent.map(({ occurrence }) => occurrence)).toEqual(['2031-W01', '2031-W02', '2031-W03'])
  })

  it('without an occurrence, means "ever": a mark of some week stands in its way', async () => {
    const key = meeting()
    await belfry.ledger.markReminderAsSent({ ...key, occurrence: '2031-W01' })
    expect(await belfry.ledger.wasReminderSent(key)).toBe(true)
    expect(await belfry.ledger.markReminderAsSent(key)).toBe(false)
  })

  it('inside the caller’s transaction, counts when that commits', async () => {
    const key = meeting()
    const client = await inTransaction(async (tx) => {
      expect(await belfry.with(tx).ledger.markReminderAsSent(key)).toBe(true)
      return 'rollback'
    })
    expect(client).toBe('rollback')
    expect(await belfry.ledger.wasReminderSent(key)).toBe(false)
    await inTransaction(async (tx) => {
      expect(await belfry.with(tx).ledger.markReminderAsSent(key)).toBe(true)
      return 'commit'
    })
    expect(await belfry.ledger.markReminderAsSent(key)).toBe(false)
  })
})

describe('wasReminderSent', () => {
  it('is false before and true after, and marks nothing itself', async () => {
    const key = meeting()
    expect(await belfry.ledger.wasReminderSent(key)).toBe(false)
    expect(await belfry.ledger.wasReminderSent(key)).toBe(false)
    await belfry.ledger.markReminderAsSent(key)
    expect(await belfry.ledger.wasReminderSent(key)).toBe(true)
  })

  it('never says "sent" of a key that could still be marked', async () => {
    const occurrence = fc.option(fc.constantFrom('once', '2031-W01', '2031-W02'), { nil: undefined })
    await fc.assert(
      fc.asyncProperty(fc.array(occurrence, { maxLength: 5 }), occurrence, async (marked, asked) => {
        const key = meeting()
        for (const one of marked) await belfry.ledger.markReminderAsSent(withOccurrence(key, one))
        const wasSent = await belfry.ledger.wasReminderSent(withOccurrence(key, asked))
        expect(await belfry.ledger.markReminderAsSent(withOccurrence(key, asked))).toBe(!wasSent)
      }),
      { numRuns: 60 },
    )
  })
})

describe('lists', () => {
  it('everything sent for an entity, oldest first, with kind, user and time', async () => {
    const key = meeting()
    await belfry.ledger.markReminderAsSent(key)
    await belfry.ledger.markReminderAsSent({ ...key, reminderType: '1h', userId: 'user-2' })
    const sent = await belfry.ledger.getRemindersSentForEntity(key.entityType, key.entityId)
    expect(sent).toMatchObject([
      { ...key, channel: 'hand', state: 'sent', occurrence: 'once' },
      { ...key, reminderType: '1h', userId: 'user-2' },
    ])
    expect(sent[0]!.sentAt).toBeInstanceOf(Date)
    expect(sent[0]!.sentAt.getTime()).toBeLessThanOrEqual(sent[1]!.sentAt.getTime())
    expect(await belfry.ledger.getRemindersSentForEntity('MEETING', 'never-heard-of')).toEqual([])
  })

  it('leaves nothing of a large entity out', async () => {
    const entity = { entityType: 'WEBINAR', entityId: 'large', reminderType: '1h' }
    const users = Array.from({ length: 10_500 }, (_, i) => ({ ...entity, userId: `u${i}` }))
    for (let i = 0; i < users.length; i += 1_000) await belfry.ledger.markRemindersAsSent(users.slice(i, i + 1_000))
    const sent = await belfry.ledger.getRemindersSentForEntity('WEBINAR', 'large')
    expect(new Set(sent.map(({ userId }) => userId)).size).toBe(users.length)
  })

  it('by user, newest first, page by page, also where many have one time', async () => {
    const userId = 'reader'
    await belfry.ledger.markRemindersAsSent(Array.from({ length: 25 }, () => meeting({ userId })))
    await belfry.ledger.markReminderAsSent(meeting({ userId, reminderType: 'newest' }))
    await belfry.ledger.markReminderAsSent(meeting({ userId: 'somebody else' }))
    const seen: string[] = []
    for (let cursor: string | undefined; ; ) {
      const page = await belfry.ledger.getRemindersSentToUser(userId, { limit: 10, ...(cursor ? { cursor } : {}) })
      seen.push(...page.items.map(({ entityId }) => entityId))
      if (page.nextCursor === null) break
      cursor = page.nextCursor
    }
    expect(seen).toHaveLength(26)
    expect(new Set(seen).size).toBe(26)
    expect((await belfry.ledger.getRemindersSentToUser(userId, { limit: 1 })).items[0]?.reminderType).toBe('newest')
    expect(await belfry.ledger.getRemindersSentToUser('nobody')).toEqual({ items: [], nextCursor: null })
  })
})

describe('the batch form', () => {
  it('answers 1,000 keys in order, a key that appears twice once', async () => {
    const before = meeting()
    await belfry.ledger.markReminderAsSent(before)
    const fresh = Array.from({ length: 499 }, () => meeting())
    const keys = [before, ...fresh, ...fresh, before, before]
    expect(keys).toHaveLength(1_001)
    const answers = await belfry.ledger.markRemindersAsSent(keys.slice(0, 1_000))
    expect(answers).toEqual([false, ...fresh.map(() => true), ...fresh.map(() => false), ...[before].map(() => false)])
    expect(await belfry.ledger.markRemindersAsSent([])).toEqual([])
  })

  it('answers as single calls one after the other would', async () => {
    const occurrence = fc.option(fc.constantFrom('once', '2031-W01', '2031-W02'), { nil: undefined })
    const wanted = fc.array(fc.tuple(fc.integer({ min: 0, max: 2 }), occurrence), { maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(wanted, async (list) => {
        const together = [meeting(), meeting(), meeting()]
        const alone = [meeting(), meeting(), meeting()]
        const answers = await belfry.ledger.markRemindersAsSent(
          list.map(([i, one]) => withOccurrence(together[i]!, one)),
        )
        const expected: boolean[] = []
        for (const [i, one] of list)
          expected.push(await belfry.ledger.markReminderAsSent(withOccurrence(alone[i]!, one)))
        expect(answers).toEqual(expected)
      }),
      { numRuns: 60 },
    )
  })

  it('from four places at once, in any order: each key true once', async () => {
    const keys = Array.from({ length: 500 }, () => meeting())
    const lists = [keys, keys.toReversed(), [...keys.slice(250), ...keys.slice(0, 250)], keys]
    const answers = await Promise.all(lists.map((list) => belfry.ledger.markRemindersAsSent(list)))
    const winners = new Map<string, number>()
    answers.forEach((list, place) => {
      list.forEach((isFirst, i) => {
        const { entityId } = lists[place]![i]!
        winners.set(entityId, (winners.get(entityId) ?? 0) + (isFirst ? 1 : 0))
      })
    })
    expect([...winners.values()]).toEqual(keys.map(() => 1))
  })
})

describe('release', () => {
  it('frees a mark whose send failed, and answers whether there was one', async () => {
    const key = meeting()
    expect(await belfry.ledger.release(key)).toBe(false)
    await belfry.ledger.markReminderAsSent(key)
    expect(await belfry.ledger.release(key)).toBe(true)
    expect(await belfry.ledger.release(key)).toBe(false)
    expect(await belfry.ledger.wasReminderSent(key)).toBe(false)
    expect(await belfry.ledger.markReminderAsSent(key)).toBe(true)
    expect(await belfry.ledger.markReminderAsSent(key)).toBe(false)
  })

  it('frees that occurrence and no other', async () => {
    const key = meeting()
    const [first, second] = [
      { ...key, occurrence: '2031-W01' },
      { ...key, occurrence: '2031-W02' },
    ]
    await belfry.ledger.markRemindersAsSent([first, second])
    expect(await belfry.ledger.release(first)).toBe(true)
    expect(await belfry.ledger.wasReminderSent(second)).toBe(true)
    expect(await belfry.ledger.markRemindersAsSent([first, second])).toEqual([true, false])
  })

  it('ten at once: one frees it', async () => {
    const key = meeting()
    await belfry.ledger.markReminderAsSent(key)
    expect(trues(await Promise.all(Array.from({ length: 10 }, () => belfry.ledger.release(key))))).toBe(1)
  })
})

function withOccurrence(key: LedgerKey, occurrence: string | undefined): LedgerKey {
  return occurrence === undefined ? key : { ...key, occurrence }
}

async function inTransaction<T extends 'commit' | 'rollback'>(
  work: (tx: { query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }> }) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    await client.query('begin')
    const end = await work(client)
    await client.query(end)
    return end
  } finally {
    await client.end()
  }
}
