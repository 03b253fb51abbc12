// What operators handle: holds, tenants, keys, the clock, time-zone data, and whether all is well.

import { z } from 'zod'
import { duration, like, name, pageOf, tenantId, time } from './basics.ts'

export const holdIn = z
  .strictObject({
    tenant: tenantId.optional().describe('Left out: every tenant.'),
    channel: name.optional().describe('Left out: every channel.'),
    reason: z.string().min(1).max(500).optional().describe('For whoever wonders later.'),
  })
  .meta({ id: 'HoldInput', example: { reason: 'maintenance' } })

export const hold = z
  .object({
    tenant: z.string().nullable(),
    channel: z.string().nullable(),
    reason: like('maintenance'),
    by: like('operator'),
    since: time,
  })
  .meta({ id: 'Hold' })
export const holds = z.object({ items: z.array(hold) }).meta({ id: 'Holds' })
export const holdReleased = z.object({ released: z.boolean() }).meta({ id: 'HoldReleased' })

export const tenantIn = z
  .strictObject({ id: tenantId, name: z.string().min(1).max(200).nullish() })
  .meta({ id: 'TenantInput', example: { id: 'acme', name: 'Acme' } })
export const tenant = z
  .object({ id: like('acme'), name: like('Acme').nullable(), createdAt: time })
  .meta({ id: 'Tenant' })
export const tenantPage = pageOf(tenant, 'Tenant')

const scope = z.enum(['read', 'write', 'operator'])

export const keyIn = z
  .strictObject({
    name: z.string().min(1).max(200),
    tenant: tenantId.optional().describe('Left out with the scope `operator`, needed with the others.'),
    scopes: z.array(scope).min(1).max(3),
    expiresIn: duration.optional().describe('Left out: good until it is revoked.'),
  })
  .meta({ id: 'KeyInput', example: { name: 'web site', tenant: 'default', scopes: ['read', 'write'] } })

export const key = z
  .object({
    id: like('4Jx9QmT2aB'),
    name: like('web site'),
    tenant: like('default').nullable(),
    scopes: z.array(scope),
    createdAt: time,
    createdBy: like('operator'),
    expiresAt: time.nullable().meta({ example: null }),
    revokedAt: time.nullable().meta({ example: null }),
    replacedBy: z.string().nullable(),
  })
  .meta({ id: 'Key' })
export const keyPage = pageOf(key, 'Key')
export const issuedKey = key
  .extend({ key: like('bf_live_…').describe('Shown here and never again.') })
  .meta({ id: 'IssuedKey' })
export const rotateIn = z
  .strictObject({ overlap: duration.optional().describe('How long the old one stays good; 24 hours if left out.') })
  .meta({ id: 'RotateInput', example: { overlap: 'PT1H' } })

export const clockIn = z
  .strictObject({
    advance: duration.optional().describe('Through every due moment in between.'),
    set: z.iso.datetime({ offset: true }).optional().describe('In one jump, as if nobody had been there meanwhile.'),
  })
  .meta({ id: 'ClockInput', description: 'Exactly one of its fields.', example: { advance: 'PT24H' } })
export const clock = z
  .object({
    now: time,
    driven: z.boolean(),
    reached: z
      .boolean()
      .describe('False: it is on its way, and stands at the last moment before something that is still ringing.'),
  })
  .meta({ id: 'Clock' })

export const tzdb = z
  .object({
    version: like('2026b').describe('Of the time-zone database that this server uses.'),
    resolutions: z
      .array(z.object({ version: like('2026a'), resolvedAt: time, checked: z.number(), moved: z.number() }))
      .describe('When moments were resolved again with another version, the latest first.'),
  })
  .meta({ id: 'TimeZoneDatabase' })

export const health = z.object({ status: z.literal('ok') }).meta({ id: 'Health' })
export const readiness = z
  .object({ status: z.enum(['ready', 'not_ready']), missing: z.string().nullable() })
  .meta({ id: 'Readiness' })
