// What Sentry hears of: what failed, what nobody can know, what was not rung. A hand-written sender instead of @sentry/node,
// which brings some hundred packages and hooks into all of them. This file and what it imports are loaded only with a DSN.
//
// Said is what happened and how often; never texts, addresses, ids of persons, SQL or its values.

import { hostname } from 'node:os'
import type { Worker, WorkerEvents } from '../index.ts'
import { type Incident, Incidents } from './incidents.ts'
import type { ErrorPlace, Reporting, ReportingOptions } from './reporting.ts'
import { readDsn } from './sentry-dsn.ts'
import { eventOf, placeOfError } from './sentry-event.ts'
import { Sender } from './sentry-sender.ts'

export function startSentry(options: ReportingOptions & { readonly dsn: string }): Reporting {
  const { release, environment = 'production', serverName = hostname(), logger, belfry, gatherMs = 60_000 } = options
  const sender = new Sender(readDsn(options.dsn), release, logger)
  const about = { release, environment, serverName }
  const incidents = new Incidents((incident) => sender.send(() => eventOf(incident, about)), gatherMs)
  const unhear = belfry.onNotice((notice) => {
    if (notice.kind === 'skipped_past') incidents.add(skippedPast(notice.count))
    if (notice.kind === 'sweep' && notice.outcome === 'failed') incidents.add(sweepFailed(notice.sweep))
  })
  return {
    observe: (worker) => observe(worker, incidents),
    captureError(error, place = {}) {
      try {
        incidents.add(uncaught(error, place))
      } catch {
        // Somebody's error object that throws when it is looked at: there is nothing more to say of it.
      }
    },
    counts: () => ({ sent: sender.sent, dropped: sender.dropped + incidents.dropped }),
    async close(timeoutMs = 2_000) {
      unhear()
      incidents.close()
      await sender.close(timeoutMs)
    },
  }
}

function observe({ events }: Worker, incidents: Incidents): void {
  events.on('failed', (failed) => incidents.add(batchFailed(failed)))
  events.on('fired', ({ tallies }) => deliveryErrors(tallies, incidents))
  events.on('concluded', ({ tallies }) => deliveryErrors(tallies, incidents))
  events.on('quarantined', () =>
    incidents.add(deliveryError({ channel: 'none', state: 'quarantined', reason: 'poison', count: 1 }, 'error')),
  )
  events.on('reaped', ({ count }) => incidents.add(leasesRanOut(count)))
  events.on('missed', ({ count }) => incidents.add(missed(count)))
  events.on('database', ({ state }) => incidents.add(databaseChanged(state)))
}

type Tally = WorkerEvents['fired'][0]['tallies'][number]

/** An outage of a provider is one event for each channel and reason a minute, not one for each reminder. */
function deliveryErrors(tallies: readonly Tally[], incidents: Incidents): void {
  for (const tally of tallies) {
    const level = errorLevels[tally.state]
    if (level) incidents.add(deliveryError(tally, level))
  }
}

/** A refusal is the provider's word; what nobody can know needs a person. */
const errorLevels: Partial<Record<Tally['state'], Incident['level']>> = {
  failed: 'warning',
  unknown: 'error',
  quarantined: 'error',
}

function deliveryError({ channel, state, reason, count }: Tally, level: Incident['level']): Incident {
  const tags = { channel, state, reason: reason ?? 'none' }
  return {
    ...{ level, tags, count, isUrgent: false },
    key: ['delivery', channel, state, reason ?? 'none'],
    message: `Deliveries on ${channel} ended as ${state}: ${reason ?? 'no reason given'}`,
  }
}

function batchFailed({ step, failure, error }: WorkerEvents['failed'][0]): Incident {
  // Somebody's open transaction holds a row: it happens, and is tried again.
  const isExpected = failure === 'lock' || failure === 'deadlock'
  return {
    key: ['batch', step, failure, placeOfError(error)],
    level: isExpected ? 'warning' : 'error',
    message: `A worker's ${step} failed: ${failure}`,
    error,
    tags: { step, failure },
    count: 1,
    isUrgent: !isExpected,
  }
}

function databaseChanged(state: 'lost' | 'back'): Incident {
  return {
    key: ['database', state],
    level: state === 'lost' ? 'error' : 'info',
    message: state === 'lost' ? 'The database connection was lost' : 'The database connection is back',
    tags: { database: state },
    count: 1,
    isUrgent: true,
  }
}

function leasesRanOut(count: number): Incident {
  return { key: ['lease'], level: 'warning', message: 'Leases ran out', tags: {}, count, isUrgent: false }
}

function missed(count: number): Incident {
  const message = 'Occurrences were missed while nobody was there to ring them'
  return { key: ['missed'], level: 'info', message, tags: { reason: 'missed' }, count, isUrgent: false }
}

function sweepFailed(sweep: string): Incident {
  return {
    ...{ key: ['sweep_failed', sweep], level: 'error', message: 'A run of a sweep failed.' },
    ...{ tags: { sweep }, count: 1, isUrgent: true },
  }
}

function skippedPast(count: number): Incident {
  const message = 'Occurrences had passed when they were planned'
  return { key: ['skipped_past'], level: 'info', message, tags: { reason: 'skipped_past' }, count, isUrgent: false }
}

function uncaught(error: unknown, { requestId, route }: ErrorPlace): Incident {
  return {
    key: ['uncaught', route ?? '', placeOfError(error)],
    level: 'error',
    message: 'An error that nobody expected',
    error,
    tags: {
      ...(requestId === undefined ? {} : { requestId }),
      ...(route === undefined ? {} : { route }),
    },
    count: 1,
    isUrgent: true,
  }
}
