// What a bot need not know any more goes, in bounded chunks, each its own short transaction.

import type { Context } from '../engine/context.ts'

/**
 * Telegram offers an update for 24 hours. A conversation of three months ago is over. Whoever comes with a word a day too late is told so;
 * later, that nobody knows it.
 */
const kept = [
  { statement: 'cleanup-chat-updates', days: 2 },
  { statement: 'cleanup-chat-state', days: 90 },
  { statement: 'cleanup-chat-links', days: 1 },
] as const
const chunk = 1_000

/** Of every tenant; answers how many rows went. */
export async function cleanupChats({ db }: Context): Promise<number> {
  let removed = 0
  for (const { statement, days } of kept)
    for (;;) {
      const gone = await db.run(statement, [days, chunk])
      removed += gone.length
      if (gone.length < chunk) break
    }
  return removed
}
