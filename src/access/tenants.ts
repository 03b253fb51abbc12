// Tenants: isolated customers of one installation. What belongs to one is never seen by another.

import { audit, type Context } from '../engine/context.ts'
import type { Page } from '../engine/read.ts'
import { readInteger, readObject, readText, refuse } from '../input.ts'
import { limits } from '../limits.ts'

export interface Tenant {
  readonly id: string
  readonly name: string | null
  readonly createdAt: Date
}

export interface TenantInput {
  /** Letters, digits, dot, dash and underscore. */
  readonly id: string
  readonly name?: string | null
}

interface TenantRow {
  id: string
  name: string | null
  created_ms: number
  created: boolean
}

/** Makes it, or changes its name. */
export async function putTenant(context: Context, input: TenantInput): Promise<Tenant & { readonly created: boolean }> {
  const value = readObject(input, ['id', 'name'], '')
  const id = readTenantId(value.id)
  const name = value.name == null ? null : readText(value.name, '/name', { charsMax: 200 })
  return await context.db.transaction(async (tx) => {
    const [row] = await tx.run<TenantRow>('put-tenant', [id, name, value.name !== undefined])
    if (row!.created) await audit({ ...context, tenant: '' }, tx, 'tenant_created', [{ data: { tenant: id } }])
    return { ...toTenant(row!), created: row!.created }
  })
}

export async function getTenant(context: Context, id: string): Promise<Tenant | null> {
  const [row] = await context.db.run<TenantRow>('tenants', [readTenantId(id), '', 1])
  return row ? toTenant(row) : null
}

export async function listTenants(
  context: Context,
  options: { readonly cursor?: string; readonly limit?: number } = {},
): Promise<Page<Tenant>> {
  const value = readObject(options, ['cursor', 'limit'], '')
  const limit = value.limit === undefined ? 50 : readInteger(value.limit, '/limit', 1, limits.listLimitMax)
  const after = value.cursor === undefined ? '' : readText(value.cursor, '/cursor', { bytesMax: 64 })
  const rows = await context.db.run<TenantRow>('tenants', [null, after, limit + 1])
  const items = rows.slice(0, limit).map(toTenant)
  return { items, nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null }
}

export function readTenantId(value: unknown): string {
  const id = readText(value, '/id', { bytesMax: 64 })
  if (/^[A-Za-z0-9_.-]+$/.test(id)) return id
  throw refuse('invalid_input', 'Not the id of a tenant.', {
    field: '/id',
    accepted: '1 to 64 letters, digits, dots, dashes and underscores',
  })
}

function toTenant(row: TenantRow): Tenant {
  return { id: row.id, name: row.name, createdAt: new Date(row.created_ms) }
}
