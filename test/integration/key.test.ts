// The identity of a reminder is computed in TypeScript and in SQL: they must never differ.

import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBelfry } from '../../src/belfry.ts'
import {
  bucketOf,
  deliveryId,
  entityRange,
  isReminderId,
  occurrenceKey,
  parseDeliveryId,
  reminderId,
} from '../../src/engine/key.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { openTables, type Tables } from './tables.ts'

let database: TestDatabase
let tables: Tables

beforeAll(async () => {
  database = await createTestDatabase()
  await (await createBelfry({ database: database.url })).close()
  tables = openTables(database.url)
})
afterAll(async () => {
  await tables.close()
  await database.drop()
})

/** Any Unicode text that PostgreSQL can hold: no NUL, no lone surrogates. */
const text = fc
  .oneof(fc.string({ unit: 'binary', maxLength: 40 }), fc.string({ unit: 'grapheme', maxLength: 40 }))
  .map((value) => value.toWellFormed().replaceAll('\0', '0'))
const identity = fc.record({ tenant: text, entityType: text, entityId: text, kind: text, recipient: text })
const generation = fc.integer({ min: 1, max: 2 ** 31 - 1 })
const many = { minLength: 400, maxLength: 400 } as const

describe('keys in TypeScript and in SQL', () => {
  it('agree on the id and the bucket of a reminder', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(identity, many), async (identities) => {
        const rows = await tables.query<{ id: string; bucket: number }>(
          `select id, belfry.bucket_of(id) as bucket from (
             select n, belfry.reminder_id(t, et, ei, k, r) as id
             from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[]) with ordinality as u(t, et, ei, k, r, n)
           ) ids order by n`,
          (['tenant', 'entityType', 'entityId', 'kind', 'recipient'] as const).map((field) =>
            identities.map((one) => one[field]),
          ),
        )
        const ours = identities.map((one) => ({ id: reminderId(one), bucket: bucketOf(reminderId(one)) }))
        expect(rows).toEqual(ours)
      }),
      { numRuns: 5, endOnFailure: true },
    )
  })

  it('agree on the key of an occurrence', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(text, generation, text), many), async (occurrences) => {
        const rows = await tables.query<{ key: string }>(
          `select belfry.occurrence_key(o, g, c)::text as key
           from unnest($1::text[], $2::integer[], $3::text[]) with ordinality as u(o, g, c, n) order by n`,
          [occurrences.map(([o]) => o), occurrences.map(([, g]) => g), occurrences.map(([, , c]) => c)],
        )
        expect(rows.map(({ key }) => key)).toEqual(occurrences.map(([o, g, c]) => occurrenceKey(o, g, c)))
      }),
      { numRuns: 5, endOnFailure: true },
    )
  })

  it('agree with the constant that firing uses for a mark by hand of a whole reminder', async () => {
    const fire = readFileSync(new URL('../../src/storage/sql/fire.sql', import.meta.url), 'utf8')
    const constants = [...fire.matchAll(/-?\d{15,}/g)].map(([found]) => found)
    expect(constants).not.toEqual([])
    const [row] = await tables.query<{ key: string }>(`select belfry.occurrence_key('once', 1, '')::text as key`)
    expect(new Set(constants)).toEqual(new Set([row?.key]))
    expect(row?.key).toBe(occurrenceKey('once', 1))
  })
})

describe('an identity', () => {
  const known = { tenant: 'default', entityType: 'meeting', entityId: '42', kind: '24h', recipient: 'ana' }

  it('never changes: ids that were given out stay valid', () => {
    expect(reminderId(known)).toMatchInlineSnapshot(`"23e66f0a-c02e-fc22-9108-16d77f118896"`)
    expect(occurrenceKey('2031-06-01T09:00', 1)).toMatchInlineSnapshot(`"8375559111172280474"`)
  })

  it('keeps fields apart, wherever the border between them is', () => {
    const moved = { ...known, entityType: 'meeting4', entityId: '2' }
    expect(reminderId(moved)).not.toBe(reminderId(known))
    expect(reminderId({ ...known, kind: '24ha', recipient: 'na' })).not.toBe(reminderId(known))
    expect(occurrenceKey('once', 11)).not.toBe(occurrenceKey('once1', 1))
  })

  it('of everything about one entity lies in one range', () => {
    fc.assert(
      fc.property(identity, text, text, (one, kind, recipient) => {
        const { first, last } = entityRange(one.tenant, one.entityType, one.entityId)
        const id = reminderId({ ...one, kind, recipient })
        expect(first <= id && id <= last).toBe(true)
        expect(bucketOf(id)).toBe(bucketOf(first))
      }),
    )
  })

  it('goes through a public id and back', () => {
    fc.assert(
      fc.property(identity, text, generation, text, (one, occurrence, n, channel) => {
        const reminder = reminderId(one)
        const key = { reminder, occurrenceKey: occurrenceKey(occurrence, n, channel) }
        expect(isReminderId(reminder)).toBe(true)
        expect(parseDeliveryId(deliveryId(key))).toEqual({ ...key, bucket: bucketOf(reminder) })
      }),
    )
    for (const edge of ['0', '-1', '1', '9223372036854775807', '-9223372036854775808']) {
      const key = { reminder: reminderId(known), occurrenceKey: edge }
      expect(parseDeliveryId(deliveryId(key))?.occurrenceKey).toBe(edge)
    }
  })

  it('is not read from anything else', () => {
    const id = deliveryId({ reminder: reminderId(known), occurrenceKey: '-1' })
    for (const other of ['', id.toUpperCase(), ` ${id}`, `${id}0`, id.slice(1), id.replace('.', ':'), `${id}\n`]) {
      expect(parseDeliveryId(other)).toBeNull()
    }
    expect(isReminderId(id)).toBe(false)
    expect(isReminderId(`${reminderId(known)}\n`)).toBe(false)
  })
})
