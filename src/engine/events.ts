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
  idle: [{ nowMs: number }]
  database: [{ state: 'lost' | 'back' }]
  stopped: []
}

export class WorkerEmitter extends EventEmitter<WorkerEvents> {}
