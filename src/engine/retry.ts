// When a definite "not sent" is tried again: after 1, 5 and 15 minutes, the first try plus three.

export interface RetryPolicy {
  /** How long to wait before each further try. */
  readonly delaysMs: readonly number[]
  /** Results lost to a crash or a hang before a delivery is quarantined. */
  readonly lostMax: number
}

export const defaultRetryPolicy: RetryPolicy = { delaysMs: [60_000, 300_000, 900_000], lostMax: 5 }

/** The wait before the next try, or null when there is none. A provider that asks for more time gets it. */
export function retryDelayMs(policy: RetryPolicy, tries: number, retryAfterMs = 0): number | null {
  const delayMs = policy.delaysMs[tries]
  return delayMs === undefined ? null : Math.max(delayMs, retryAfterMs)
}
