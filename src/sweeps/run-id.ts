// Ids of runs rise with real time, as UUIDs of version 7 do: under a driven clock many runs begin at one moment, and lists still
// have the newest first.

import { randomBytes } from 'node:crypto'
import { wallClock } from '../time/clock.ts'

let lastMs = 0
let count = 0

export function newRunId(): string {
  const nowMs = wallClock.nowMs()
  if (nowMs > lastMs) {
    lastMs = nowMs
    count = 0
  } else if (++count > 0xfff) {
    // More in a millisecond than there is room for: the next one lends its number.
    lastMs += 1
    count = 0
  }
  const time = lastMs.toString(16).padStart(12, '0')
  const random = randomBytes(8)
  random[0] = (random[0]! & 0x3f) | 0x80
  const rest = random.toString('hex')
  const counted = count.toString(16).padStart(3, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${counted}-${rest.slice(0, 4)}-${rest.slice(4)}`
}
