// A ladder: channels in order, and how long after the first each of them waits. People say steps, `in_app` or
// `{ channel: 'email', after: 'PT10M' }`; rows keep names and milliseconds, and a fallback as one more channel, with -1.

import { durationMs, durationText } from '../time/duration.ts'

export interface ChannelStep {
  readonly channel: string
  /** How long after the first channel, unless somebody has seen it by then. An ISO duration such as `PT2M`. */
  readonly after?: string
}

export type ChannelSteps = readonly (string | ChannelStep)[]

export interface Ladder {
  readonly channels: readonly string[]
  /** Null: all at once. */
  readonly delaysMs: readonly number[] | null
}

/** As people say it. */
export function stepsOf({ channels, delaysMs }: Ladder): ChannelSteps {
  return channels.map((channel, i) => {
    const delayMs = delaysMs?.[i] ?? 0
    return delayMs === 0 ? channel : { channel, after: durationText(delayMs) }
  })
}

/** Of steps that were read before. */
export function ladderOf(steps: ChannelSteps): Ladder {
  const channels = steps.map((step) => (typeof step === 'string' ? step : step.channel))
  const delaysMs = steps.map((step) =>
    typeof step === 'string' || step.after === undefined ? 0 : durationMs(step.after, ''),
  )
  return { channels, delaysMs: delaysMs.some((ms) => ms !== 0) ? delaysMs : null }
}

interface LadderColumns {
  readonly channels: readonly string[] | null
  readonly channel_delays: readonly number[] | null
  readonly fallback: string | null
}

/** From a row: without the fallback that stands behind. */
export function storedLadder({ channels, channel_delays: delaysMs, fallback }: LadderColumns): Ladder | null {
  if (channels === null) return null
  if (fallback === null || channels.at(-1) !== fallback) return { channels, delaysMs }
  const before = delaysMs?.slice(0, -1) ?? null
  return { channels: channels.slice(0, -1), delaysMs: before?.some((ms) => ms !== 0) ? before : null }
}

/** For a row: the fallback is the last of the channels. */
export function withFallback(ladder: Ladder, fallback: string | null): Ladder {
  if (fallback === null) return ladder
  const { channels, delaysMs } = ladder
  return { channels: [...channels, fallback], delaysMs: [...(delaysMs ?? channels.map(() => 0)), -1] }
}
