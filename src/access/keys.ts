// API keys: made, listed, rotated, revoked. The key itself is answered once, where it is made; what is stored is its hash.

import { audit, type Context } from '../engine/context.ts'
import type { Page } from '../engine/read.ts'
import { BelfryError } from '../errors.ts'
import { readInteger, readList, readName, readObject, readText, refuse } from '../input.ts'
import { limits } from '../limits.ts'
import { durationMs } from '../time/duration.ts'
import { hashOf, isWellFormed, makeKey } from './api-key.ts'

export const scopes = ['read', 'write', 'operator'] as const
export type Scope = (typeof scopes)[number]

export interface ApiKey {
  readonly id: string
  readonly name: string
  /** Null: an operator's, for all of them. */
  readonly tenant: string | null
  readonly scopes: readonly Scope[]
  readonly createdAt: Date
  readonly createdBy: string
  readonly expiresAt: Date | null
  readonly revokedAt: Date | null
  /** The key that took its place. */
  readonly replacedBy: string | null
}

/** With the key itself, which nobody can read again. */
export interface IssuedKey extends ApiKey {
  readonly key: string
}

export interface KeyInput {
  readonly name: string
  /** Left out with the scope `operator`, needed with the others. */
  readonly tenant?: string
  readonly scopes: readonly Scope[]
  /** How long it is good for, such as `P90D`. Left out: until it is revoked. */
  readonly expiresIn?: string
}

interface KeyRow {
  id: string
  name: string
  tenant: string | null
  scopes: Scope[]
  created_by: string
  created_ms: number
  expires_ms: number | null
  revoked_ms: number | null
  replaced_by: string | null
}

/** A key that stays good for this long beside its successor, unless somebody says otherwise. */
const overlapDefault = 'PT24H'
const expiryDaysMax = 3_650

export async function createKey(context: Context, input: KeyInput): Promise<IssuedKey> {
  const value = readObject(input, ['name', 'tenant', 'scopes', 'expiresIn'], '')
  const name = readText(value.name, '/name', { charsMax: 200 })
  const given = readScopes(value.scopes)
  const tenant = readTenant(value.tenant, given)
  const expiresMs =
    value.expiresIn === undefined ? null : Math.ceil(durationMs(value.expiresIn, '/expiresIn', expiryDaysMax))
  return await context.db.transaction(async (tx) => {
    const issued = await insert({ ...context, db: tx }, { name, tenant, scopes: given, expiresMs })
    await audit(ofTenant(context, tenant), tx, 'key_created', [{ data: { key: issued.id, tenant, scopes: given } }])
    return issued
  })
}

interface Wanted {
  readonly name: string
  readonly tenant: string | null
  readonly scopes: readonly Scope[]
  readonly expiresMs: number | null
}

async function insert(context: Context, { name, tenant, scopes: given, expiresMs }: Wanted): Promise<IssuedKey> {
  const { id, text, hash } = makeKey()
  const [row] = await context.db.run<KeyRow>('insert-key', [id, hash, tenant, name, given, context.actor, expiresMs])
  if (!row) throw noTenant(tenant ?? '')
  return { ...toKey(row), key: text }
}

export interface ListKeysOptions {
  readonly tenant?: string
  readonly cursor?: string
  readonly limit?: number
}

export async function listKeys(context: Context, options: ListKeysOptions = {}): Promise<Page<ApiKey>> {
  const value = readObject(options, ['tenant', 'cursor', 'limit'], '')
  const limit = value.limit === undefined ? 50 : readInteger(value.limit, '/limit', 1, limits.listLimitMax)
  const tenant = value.tenant === undefined ? null : readName(value.tenant, '/tenant')
  const after = value.cursor === undefined ? '' : readText(value.cursor, '/cursor', { bytesMax: 64 })
  const rows = await context.db.run<KeyRow>('keys', [tenant, after, limit + 1])
  const items = rows.slice(0, limit).map(toKey)
  return { items, nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null }
}

/** From now on it opens nothing. */
export async function revokeKey(context: Context, id: string): Promise<ApiKey> {
  return await context.db.transaction(async (tx) => {
    const row = await end({ ...context, db: tx }, id, 0, null)
    await audit(ofTenant(context, row.tenant), tx, 'key_revoked', [{ data: { key: row.id, tenant: row.tenant } }])
    return toKey(row)
  })
}

/** A new key with the same rights; the old one stays good for `overlap`, so that its users can be told one after the other. */
export async function rotateKey(
  context: Context,
  id: string,
  options: { readonly overlap?: string } = {},
): Promise<IssuedKey> {
  const { overlap = overlapDefault } = readObject(options, ['overlap'], '')
  const overlapMs = durationMs(overlap, '/overlap', 90)
  return await context.db.transaction(async (tx) => {
    const inside = { ...context, db: tx }
    const [old] = await tx.run<KeyRow>('key', [readKeyId(id)])
    if (!old) throw noKey()
    if (old.replaced_by !== null || old.revoked_ms !== null)
      throw new BelfryError('in_use', 'The key was revoked, or has a successor already.', {
        field: '/id',
        accepted: 'a key that is in use',
      })
    const expiresMs = old.expires_ms === null ? null : Math.ceil(old.expires_ms - old.created_ms)
    const issued = await insert(inside, { name: old.name, tenant: old.tenant, scopes: old.scopes, expiresMs })
    await end(inside, id, overlapMs, issued.id)
    await audit(ofTenant(context, old.tenant), tx, 'key_rotated', [
      { data: { key: old.id, successor: issued.id, tenant: old.tenant } },
    ])
    return issued
  })
}

export interface KnownKey {
  readonly id: string
  readonly tenant: string | null
  readonly scopes: readonly Scope[]
}

/** Whose key it is; null when there is none, it was revoked, or it has expired. */
export async function findKey(context: Context, text: string): Promise<KnownKey | null> {
  if (!isWellFormed(text)) return null
  const [row] = await context.db.run<KnownKey>('find-key', [hashOf(text)])
  return row ?? null
}

/** The first start of a server: one operator key, if there is none that works; null otherwise. */
export async function firstOperatorKey(context: Context): Promise<IssuedKey | null> {
  return await context.db.transaction(async (tx) => {
    // Two servers that start at once make one key.
    await tx.run('lock-keys', [])
    const [row] = await tx.run<{ any: boolean }>('has-operator-key', [])
    if (row?.any) return null
    return await createKey({ ...context, db: tx }, { name: 'first operator', scopes: ['operator'] })
  })
}

async function end(context: Context, id: string, inMs: number, successor: string | null): Promise<KeyRow> {
  const [row] = await context.db.run<KeyRow>('end-key', [readKeyId(id), Math.ceil(inMs), successor])
  if (!row) throw noKey()
  return row
}

/** Whom it concerns: what is an operator's alone is in no tenant's audit trail. */
function ofTenant(context: Context, tenant: string | null): Context {
  return { ...context, tenant: tenant ?? '' }
}

function readKeyId(id: unknown): string {
  return readText(id, '/id', { bytesMax: 64 })
}

function readScopes(value: unknown): Scope[] {
  const list = readList(value, scopes.length, '/scopes').map((one, i) => {
    const scope = scopes.find((known) => known === one)
    if (scope) return scope
    throw refuse('invalid_input', 'Not a scope.', { field: `/scopes/${i}`, accepted: scopes.join(', ') })
  })
  if (list.length > 0 && new Set(list).size === list.length) return list
  throw refuse('invalid_input', 'Expected one scope or more, each once.', {
    field: '/scopes',
    accepted: scopes.join(', '),
  })
}

function readTenant(value: unknown, given: readonly Scope[]): string | null {
  if (given.includes('operator')) {
    if (value === undefined) return null
    throw refuse('invalid_input', 'An operator’s key is for every tenant.', { field: '/tenant', accepted: 'nothing' })
  }
  if (value === undefined)
    throw refuse('missing_field', 'The key of which tenant?', { field: '/tenant', accepted: 'the id of a tenant' })
  return readName(value, '/tenant')
}

function noKey(): BelfryError {
  return new BelfryError('not_found', 'There is no such key.', { field: '/id' })
}

export function noTenant(id: string): BelfryError {
  return new BelfryError('not_found', `There is no tenant ${JSON.stringify(id)}.`, { field: '/tenant' })
}

function toKey(row: KeyRow): ApiKey {
  const date = (ms: number | null) => (ms === null ? null : new Date(ms))
  return {
    id: row.id,
    name: row.name,
    tenant: row.tenant,
    scopes: row.scopes,
    createdAt: new Date(row.created_ms),
    createdBy: row.created_by,
    expiresAt: date(row.expires_ms),
    revokedAt: date(row.revoked_ms),
    replacedBy: row.replaced_by,
  }
}
