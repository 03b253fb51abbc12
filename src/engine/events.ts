// Typed events of a worker, for tests and metrics. Ids, counts and durations; never texts or addresses.

import { EventEmitter } from 'node:events'
import type { DeliveryState, Reason } from './delivery.ts'

export interface WorkerEvents {
  /** Reminders were fired. `latenessMs` of the latest of them; `written` counts deliveries in whatever state. */
  fired: [{ written: number; sending: number; latenessMs: number; tookMs: number }]
  /** One attempt ended. */
  attempted: [{ id: string; channel: string; outcome: string; tookMs: number }]
  /** Results were written. */
  concluded: [{ results: readonly { id: string; state: DeliveryState; reason: Reason | null }[]; tookMs: number }]
  reaped: [{ count: number }]
  quarantined: [{ reminder: string }]
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
