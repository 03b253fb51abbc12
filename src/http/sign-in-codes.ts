// A link that signs in carries a code and not the key: whoever reads it later, in the scroll-back of a terminal, in the log of a container
// or in a browser's history, has nothing. A code is good once, for ten minutes, and in the process that made it: it is kept in
// memory only, as its hash, beside the key that it stands for.

import * as crypto from 'node:crypto'
import { type MonotonicClock, monotonicClock } from '../time/clock.ts'

export const codeLifeMs = 600_000
const codeBytes = 24
/** Of one process; the oldest gives way. */
const codesMax = 100

export interface SignInCodes {
  /** A code that stands for this key. */
  issue(key: string): string
  /** The key, and the end of the code; null where there is no such code, or none any more. */
  take(code: string): string | null
}

interface Kept {
  readonly digest: Buffer
  readonly key: string
  readonly untilMs: number
}

export function createSignInCodes(clock: MonotonicClock = monotonicClock): SignInCodes {
  let kept: readonly Kept[] = []
  /** With what is over, its key is forgotten, too. */
  const forgetOld = () => {
    kept = kept.filter(({ untilMs }) => untilMs > clock.nowMs())
  }
  return {
    issue(key) {
      forgetOld()
      const code = crypto.randomBytes(codeBytes).toString('base64url')
      const one = { digest: digestOf(code), key, untilMs: clock.nowMs() + codeLifeMs }
      kept = [...kept.slice(1 - codesMax), one]
      setTimeout(forgetOld, codeLifeMs).unref()
      return code
    },
    take(code) {
      forgetOld()
      const digest = digestOf(code)
      const found = kept.filter((one) => crypto.timingSafeEqual(one.digest, digest))
      kept = kept.filter((one) => !found.includes(one))
      return found[0]?.key ?? null
    },
  }
}

function digestOf(code: string): Buffer {
  return crypto.createHash('sha256').update(code).digest()
}
