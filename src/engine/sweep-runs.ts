// Runs of sweeps that a worker has under way, beside its loop: what is due must not wait for them. When the worker stops they end
// between two batches.

import type { WorkerSweeps } from './worker-parts.ts'

/** Of one worker at a time: one that takes long does not hold up all the others. */
const runsMax = 3

export interface SweepRunsParts {
  readonly sweeps: WorkerSweeps
  readonly failed: (error: unknown) => void
  /** Called when one has ended: there may be something to look at. */
  readonly ended: () => void
}

export class SweepRuns {
  readonly #parts: SweepRunsParts
  readonly #runs = new Set<Promise<void>>()
  readonly #leave = new AbortController()

  constructor(parts: SweepRunsParts) {
    this.#parts = parts
  }

  get size(): number {
    return this.#runs.size
  }

  /** Is there one to take now? */
  isDue({ sweep_ms: sweepMs, now_ms: nowMs }: { readonly sweep_ms: number | null; readonly now_ms: number }): boolean {
    return sweepMs !== null && sweepMs <= nowMs && this.#runs.size < runsMax && !this.#leave.signal.aborted
  }

  /** Takes one that is due and starts it; answers how many that were. */
  async start(): Promise<number> {
    const { sweeps, failed, ended } = this.#parts
    const run = await sweeps.claim().catch((error: unknown) => {
      // Firing goes on without it; it is tried again soon.
      failed(error)
      return null
    })
    if (!run) return 0
    const running: Promise<void> = run(this.#leave.signal)
      .catch(failed)
      .finally(() => {
        this.#runs.delete(running)
        ended()
      })
    this.#runs.add(running)
    return 1
  }

  /** From now on none is begun, and those under way end soon. */
  leave(): void {
    this.#leave.abort()
  }

  async ended(): Promise<void> {
    await Promise.all(this.#runs)
  }
}
