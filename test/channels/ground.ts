// What a channel stands on, for tests that send without a worker.

import type { ChannelGround, Vault } from '../../src/channels/channel.ts'
import { createBelfry } from '../../src/index.ts'
import { type Logger, silentLogger } from '../../src/log.ts'
import { openDatabase } from '../../src/storage/database.ts'
import { createTestDatabase } from '../database.ts'

export interface OpenGround extends ChannelGround {
  readonly url: string
  close(): Promise<void>
}

/** On a database of its own, which has Belfry's tables. */
export async function openGround(more: Partial<ChannelGround> = {}): Promise<OpenGround> {
  const database = await createTestDatabase()
  await (await createBelfry({ database: database.url })).close()
  const logger: Logger = more.logger ?? silentLogger
  const connection = { connectionString: database.url }
  const db = openDatabase({ connection, logger, connectionsMax: 4, pooled: false })
  const vault: Vault = {
    seal: async (plain) => Buffer.from(plain),
    open: async (sealed) => sealed.toString(),
    check: async () => {},
  }
  return {
    ...{ db, logger, vault, publicUrl: null, allowedTargets: [], url: database.url, ...more },
    async close() {
      await db.close()
      await database.drop()
    },
  }
}
