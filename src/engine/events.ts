// Typed events of a worker, for tests and metrics. Ids, counts and durations; never texts or addresses.

import { EventEmitter } from 'node:events'
import type { DatabaseFailure } from './database.ts'
import type { DeliveryState, Reason } from './delivery.ts'
import type { Attempts, Tally } from './tally.ts'

/** What a worker was doing when something failed. */
export type WorkerStep = 'tick' | 'fire' | 'conclude' | 'reap' | 'requests' | 'sweep'

export interface WorkerEvents {
  /**
   * Reminders were fired, or waiting deliveries taken. `latenessMs` of the latest of them; `written` counts deliveries in
   * whatever state. `latenessesMs`: of each send that began on time or late, from its moment to its hand-over.
   */
  fired: [
    {
      written: number
      sending: number
      latenessMs: number
      tookMs: number
      tallies: readonly Tally[]
      latenessesMs: readonly number[]
    },
  ]
  /** One attempt ended. */
  attempted: [{ id: string; channel: string; outcome: string; tookMs: number }]
  /** Results were written. `attempts` that led to them; none where a lease ran out. */
  concluded: [
    {
      readonly results: readonly { id: string; state: DeliveryState; reason: Reason | null }[]
      readonly tallies: readonly Tally[]
      readonly attempts: readonly Attempts[]
      readonly tookMs: number
    },
  ]
  reaped: [{ count: number }]
  quarantined: [{ reminder: string }]
  /** Series had missed an occurrence, and were moved on without ringing it. */
  missed: [{ count: number }]
  /** Something failed for another reason than a lost connection. The error's message may hold values: it is not for a log. */
  failed: [{ step: WorkerStep; failure: DatabaseFailure; error: unknown }]
  /** More was late than `lateMax`: it is being spread. */
  spreading: [{ late: number }]
  /** Nothing due, nothing waiting, nothing in flight, as of this database time. */
  idle: [{ nowMs: number; look: number }]
  database: [{ state: 'lost' | 'back' }]
  stopped: []
}

/** A listener is somebody's code: when it throws, the worker's own path goes on. */
export class WorkerEmitter extends EventEmitter<WorkerEvents> {
  readonly #failed: (error: unknown) => void

  constructor(failed: (error: unknown) => void) {
    super()
    this.#failed = failed
  }

  override emit<K extends keyof WorkerEvents>(event: K, ...data: WorkerEvents[K]): boolean {
    try {
      return super.emit(event, ...(data as never))
    } catch (error) {
      this.#failed(error)
      return true
    }
  }
}
