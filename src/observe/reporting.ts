// Errors on their way to Sentry. Without a DSN nothing of it is loaded, and every function here does nothing.

import type { Belfry, Worker } from '../index.ts'
import type { Logger } from '../log.ts'

export interface ReportingOptions {
  /** `https://key@host/project`. Null or empty: nothing is reported. */
  readonly dsn: string | null
  readonly belfry: Pick<Belfry, 'onNotice'>
  readonly logger: Logger
  /** Such as `belfry@0.1.0`. */
  readonly release: string
  /** Such as `production`. Default `production`. */
  readonly environment?: string
  /** Default: the host's name. */
  readonly serverName?: string
  /** How long like incidents are gathered into one event. Default 60,000. */
  readonly gatherMs?: number
}

export interface ErrorPlace {
  readonly requestId?: string
  /** The pattern, never the path: `/v1/reminders/:id`. */
  readonly route?: string
}

export interface Reporting {
  /** Reports what this worker meets, until it stops. */
  observe(worker: Worker): void
  /** An error that nobody expected. Never throws. */
  captureError(error: unknown, place?: ErrorPlace): void
  /** How many events were sent, and how many dropped (queue full, rate limit, refused, not reached). */
  counts(): { readonly sent: number; readonly dropped: number }
  /** Sends what is left, for at most this long. Default 2,000. */
  close(timeoutMs?: number): Promise<void>
}

export async function startReporting(options: ReportingOptions): Promise<Reporting> {
  if (!options.dsn) return silentReporting
  const { startSentry } = await import('./sentry.ts')
  return startSentry({ ...options, dsn: options.dsn })
}

const silentReporting: Reporting = {
  observe: () => {},
  captureError: () => {},
  counts: () => ({ sent: 0, dropped: 0 }),
  close: async () => {},
}
