// Time that is kept free around a meeting.

import { readObject } from '../../input.ts'
import { limits } from '../../limits.ts'
import { durationMs } from '../../time/duration.ts'

export interface Buffers {
  readonly beforeMs: number
  readonly afterMs: number
}

const none: Buffers = { beforeMs: 0, afterMs: 0 }

/** What is left out is as in `kept`. */
export function readBuffers(value: unknown, kept: Buffers = none): Buffers {
  if (value === undefined) return kept
  const { before, after } = readObject(value, ['before', 'after'], '/buffers')
  return {
    beforeMs: before === undefined ? kept.beforeMs : durationMs(before, '/buffers/before', limits.meetingBufferDaysMax),
    afterMs: after === undefined ? kept.afterMs : durationMs(after, '/buffers/after', limits.meetingBufferDaysMax),
  }
}
