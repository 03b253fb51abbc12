// Where the words of a channel cannot be made, its messages wait, and nothing else shows: it is said, but not of each of them.

import type { Compose } from '../channels/content.ts'
import type { Logger } from '../log.ts'
import type { MonotonicClock } from '../time/clock.ts'
import { describeFailure } from './database.ts'

/** Whatever lasts is said again after this. */
const sayAgainMs = 600_000

/** The same, and says of a channel when it fails. */
export function noticed(compose: Compose, logger: Logger, clock: MonotonicClock): Compose {
  const saidAtMs = new Map<string, number>()
  return async (format, messages) => {
    try {
      return await compose(format, messages)
    } catch (error) {
      const channel = messages[0]?.channel ?? format
      const nowMs = clock.nowMs()
      if (nowMs - (saidAtMs.get(channel) ?? Number.NEGATIVE_INFINITY) >= sayAgainMs) {
        saidAtMs.set(channel, nowMs)
        logger.error({ channel, error: describeFailure(error) }, 'the words of messages cannot be made; they wait')
      }
      throw error
    }
  }
}
