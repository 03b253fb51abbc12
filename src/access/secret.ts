// The secret that signs tokens: given by configuration, or made once and kept in the database, where only the owner of the
// tables reads it. Servers that share a database share it.

import * as crypto from 'node:crypto'
import type { Context } from '../engine/context.ts'

export async function signingSecret(context: Pick<Context, 'db'>, given: string | undefined): Promise<Buffer> {
  if (given !== undefined) return crypto.createHash('sha256').update(given).digest()
  const [row] = await context.db.run<{ value: Buffer }>('ensure-secret', ['signing', crypto.randomBytes(32)])
  return row!.value
}
