// LISTEN on a connection of its own, for early wake-ups. Everything also works without it, by the poll; so a lost
// listener only tries again, and each new start wakes once, for what was missed.

import pg from 'pg'
import { sleeper } from '../time/clock.ts'

const waitsMs = [1_000, 2_000, 4_000, 10_000]

export async function listen(
  connection: pg.ClientConfig,
  wake: (dueMs: number | null) => void,
  name = 'belfry listen',
): Promise<{ close(): Promise<void> }> {
  const closing = new AbortController()
  let client: pg.Client | null = null
  const running = run()

  async function run(): Promise<void> {
    for (let failures = 0; !closing.signal.aborted; ) {
      try {
        client = new pg.Client({ ...connection, application_name: name, keepAlive: true })
        const ended = new Promise<void>((resolve) => {
          client?.on('error', () => resolve())
          client?.on('end', () => resolve())
        })
        // The payload is the earliest due moment; anything else means: look at everything.
        client.on('notification', ({ payload }) => wake(/^\d+$/.test(payload ?? '') ? Number(payload) : null))
        await client.connect()
        await client.query('listen belfry')
        failures = 0
        wake(null)
        await ended
      } catch {
        // the worker's own queries say that the database is away
      }
      if (!closing.signal.aborted)
        await sleeper.sleep(waitsMs[Math.min(failures++, waitsMs.length - 1)]!, { signal: closing.signal })
    }
  }

  return {
    async close() {
      closing.abort()
      await client?.end().catch(() => {})
      await running
    },
  }
}
