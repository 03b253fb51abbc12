// Coalesce: deliveries of one person on one channel that wait for each other become one message. Who waits is decided when they are
// fired (fire.sql): late ones always, others for as long as the channel's window is open. A bundle's members are fixed here, once;
// afterwards they are taken together, under the bundle's id, until each of them has come to an end of its own.

import { BelfryError } from '../errors.ts'
import { readList, readObject } from '../input.ts'
import { durationMs } from '../time/duration.ts'
import type { Database } from './database.ts'
import { membersMax } from './fire.ts'
import type { Coalesce } from './lanes.ts'

/** `within`: how long the first of them waits for others. `channels`: on which. */
export interface CoalesceInput {
  readonly within: string
  readonly channels?: readonly string[]
}

const withinMsMax = 3_600_000

/** `names`: the channels there are. */
export function readCoalesce(input: CoalesceInput, names: readonly string[]): Coalesce {
  const { within, channels } = readObject(input, ['within', 'channels'], '/coalesce')
  const withinMs = durationMs(within, '/coalesce/within')
  if (withinMs < 1_000 || withinMs > withinMsMax)
    throw new BelfryError('invalid_duration', 'Reminders cannot wait for each other that long.', {
      field: '/coalesce/within',
      accepted: 'PT1S to PT1H',
    })
  if (channels === undefined) return { withinMs, channels: null }
  const sendable = names.filter((name) => name !== 'in_app')
  const chosen = readList(channels, 100, '/coalesce/channels').map((name, i) => {
    if (typeof name === 'string' && sendable.includes(name)) return name
    throw new BelfryError('unknown_channel', `Nothing is put together on a channel ${JSON.stringify(name)}.`, {
      field: `/coalesce/channels/${i}`,
      accepted: sendable.join(', '),
    })
  })
  return { withinMs, channels: chosen }
}

export interface CoalesceOptions {
  /** Channels with a window. */
  readonly channels: readonly string[]
  readonly lateAfterMs: number
}

/** How long one waits for another that is due and was not fired: it may be one that cannot be. */
const patienceMs = 2_000
/** As many a statement; then it is time to send some. */
const personsMax = 1_000

/** Answers how many deliveries do not wait any longer, each alone or in a bundle; none where somebody else is at it. */
export async function coalesce(db: Database, { channels, lateAfterMs }: CoalesceOptions): Promise<number> {
  return await db.transaction(async (tx) => {
    const [lock] = await tx.run<{ mine: boolean }>('try-lock-coalescing', [])
    if (!lock?.mine) return 0
    // A statement of its own: only one that begins under the lock sees what the last holder has written.
    const parameters = [channels, lateAfterMs, patienceMs, membersMax, personsMax]
    const [row] = await tx.run<{ gathered: number }>('coalesce', parameters)
    return row?.gathered ?? 0
  })
}
