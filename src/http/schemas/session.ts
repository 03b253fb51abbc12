// Who is signed in.

import { z } from 'zod'
import { like, time } from './basics.ts'

export const sessionIn = z
  .strictObject({
    key: z
      .string()
      .min(1)
      .max(2_048)
      .optional()
      .describe('The operator’s key, or an API key. Recipients’ tokens are not taken.'),
    code: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe('What stands behind `#code=` in the link that the first start prints: good once, for ten minutes.'),
  })
  .meta({ id: 'SessionInput', description: 'Exactly one of `key` and `code`.', example: { key: 'bf_live_…' } })

export const session = z
  .object({
    name: like('operator').describe('As the audit trail names them: `operator`, or `key:` and its id.'),
    door: z.enum(['operator', 'key']).describe('`operator`: may do everything, for every tenant.'),
    tenant: like('default').describe('Whose things are shown; an operator chooses with Belfry-Tenant.'),
    scopes: z.array(z.enum(['read', 'write', 'operator'])),
    expiresAt: time.nullable().describe('When the session ends; null where a key was sent, and no cookie.'),
  })
  .meta({ id: 'Session' })

export const sessionEnded = z.object({ ended: z.literal(true) }).meta({ id: 'SessionEnded' })
