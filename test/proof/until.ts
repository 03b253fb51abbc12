// Waiting in the proof: for a condition, with a deadline that is an error and never a verdict.

import { setTimeout as wait } from 'node:timers/promises'

export interface UntilOptions {
  readonly withinMs?: number
  readonly everyMs?: number
}

export async function until(
  what: string,
  isTrue: () => boolean | Promise<boolean>,
  { withinMs = 60_000, everyMs = 20 }: UntilOptions = {},
): Promise<void> {
  const giveUp = performance.now() + withinMs
  while (!(await isTrue())) {
    if (performance.now() > giveUp) throw new Error(`after ${Math.round(withinMs / 1000)} s still not: ${what}`)
    await wait(everyMs)
  }
}

/** Microseconds of the monotonic clock that all processes of one machine share. */
export function nowUs(): number {
  return Number(process.hrtime.bigint() / 1000n)
}
