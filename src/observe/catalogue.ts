// Every metric there is: name, kind, labels and what it says. docs/operating/observability.md has the same table; a test
// compares the two.

import type { Family } from './exposition.ts'

/** From a healthy worker's millisecond to an outage of an hour. */
const latenessBuckets = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3_600,
]
/** A call to a provider: its time-out is 15 s unless a channel says otherwise. */
const attemptBuckets = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 30, 60]
/** A statement or two: 30 ms for a full batch, 30 s until it is cut off. */
const batchBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
/** An hourly run over a few rows, to one over a million. */
const sweepBuckets = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900]
const requestBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

function counter(name: string, help: string, ...labels: string[]): Family {
  return { name, kind: 'counter', help, labels }
}

function gauge(name: string, help: string, ...labels: string[]): Family {
  return { name, kind: 'gauge', help, labels }
}

function histogram(name: string, help: string, buckets: readonly number[], ...labels: string[]): Family {
  return { name, kind: 'histogram', help, labels, buckets }
}

/** Of this process: what its workers did. */
export const workFamilies = {
  lateness: histogram(
    'belfry_lateness_seconds',
    'From the moment of a reminder to the hand-over to its channel. First attempts only.',
    latenessBuckets,
  ),
  deliveries: counter('belfry_deliveries_total', 'Deliveries that came to an end.', 'channel', 'outcome'),
  attempts: counter('belfry_attempts_total', 'Calls to a channel that ended.', 'channel', 'outcome'),
  attemptDuration: histogram(
    'belfry_attempt_duration_seconds',
    'How long calls to a channel took.',
    attemptBuckets,
    'channel',
    'outcome',
  ),
  returned: counter('belfry_deliveries_returned_total', 'Deliveries given back untried.', 'channel'),
  leaseExpiries: counter('belfry_lease_expiries_total', 'Deliveries whose worker let its lease run out.'),
  missed: counter('belfry_occurrences_missed_total', 'Occurrences of series that nobody was there to ring.'),
  skippedPast: counter('belfry_occurrences_skipped_past_total', 'Occurrences that had passed when they were planned.'),
  spreading: counter('belfry_spreading_total', 'Looks at which so much was late that it was spread.'),
  failures: counter('belfry_failures_total', 'Batches and looks that failed.', 'step', 'failure'),
  databaseLost: counter('belfry_database_lost_total', 'How often a worker lost the database.'),
  batches: histogram('belfry_batch_duration_seconds', 'How long a batch took to write.', batchBuckets, 'step'),
  workers: gauge('belfry_workers', 'Workers that run in this process.'),
  workersIdle: gauge('belfry_workers_idle', 'Workers whose last look found nothing to do.'),
  looks: counter('belfry_worker_looks_total', 'How often workers asked the database what there is to do.'),
  sweeps: counter('belfry_sweep_runs_total', 'Runs of sweeps that ended.', 'sweep', 'outcome'),
  alarmRuns: histogram('belfry_alarm_run_duration_seconds', 'How long batches of due alarms took.', attemptBuckets),
  alarmsRun: counter('belfry_alarm_run_alarms_total', 'Alarms that such batches took.', 'outcome'),
  alarmConcurrency: gauge('belfry_alarm_run_concurrency', 'Sends at once that the last of them allowed.'),
  sweepReminded: counter('belfry_sweep_reminded_total', 'Items that runs of sweeps reminded of.', 'sweep'),
  sweepErrors: counter('belfry_sweep_errors_total', 'Items that runs of sweeps could not remind of.', 'sweep'),
  sweepDuration: histogram('belfry_sweep_duration_seconds', 'How long runs of sweeps took.', sweepBuckets, 'sweep'),
} as const

/** Of the whole installation, read from the database. */
export const sampleFamilies = {
  up: gauge('belfry_database_up', '1 if the last sample of the database worked.'),
  age: gauge('belfry_sample_age_seconds', 'How old the numbers from the database are.'),
  exact: gauge('belfry_sample_exact', '1 if that number was counted, 0 if it is an estimate or a lower bound.', 'of'),
  due: gauge('belfry_reminders_due', 'Reminders whose moment has come and that are not fired, held ones too.'),
  oldestDue: gauge('belfry_reminders_oldest_due_seconds', 'How long the first of them has been due; 0 if none is.'),
  reminders: gauge('belfry_reminders_pending', 'Reminders with a moment, come or to come.'),
  waiting: gauge('belfry_deliveries_pending', 'Deliveries that wait: retries, later channels, no free place.'),
  attention: gauge('belfry_deliveries_attention', 'Deliveries that need a person.', 'state'),
  holds: gauge('belfry_holds_active', 'Holds in force.', 'scope'),
  requests: gauge('belfry_requests_open', 'What SQL functions asked for and nobody has resolved yet.'),
} as const

export const httpFamilies = {
  requests: counter('belfry_http_requests_total', 'Requests that were answered.', 'method', 'route', 'status'),
  duration: histogram(
    'belfry_http_request_duration_seconds',
    'How long requests took to answer.',
    requestBuckets,
    'method',
    'route',
  ),
} as const

export const processFamilies = {
  build: gauge('belfry_build_info', 'Always 1; what is running.', 'version', 'node', 'tzdb'),
  pool: gauge('belfry_pool_connections', 'Connections to the database, by pool and state.', 'pool', 'state'),
  poolWaiting: gauge('belfry_pool_waiting', 'Callers that wait for a connection.', 'pool'),
  loopDelay: gauge(
    'belfry_event_loop_delay_seconds',
    'How late the event loop came to its timers since the last scrape.',
    'quantile',
  ),
  reports: counter('belfry_sentry_events_total', 'Events for Sentry.', 'outcome'),
  resident: gauge('process_resident_memory_bytes', 'Memory of the process.'),
  heap: gauge('nodejs_heap_size_used_bytes', 'Memory of the JavaScript heap in use.'),
  cpu: counter('process_cpu_seconds_total', 'Processor time of the process, user and system.'),
  start: gauge('process_start_time_seconds', 'When the process started, in seconds since 1970.'),
} as const

export const catalogue: readonly Family[] = [workFamilies, sampleFamilies, httpFamilies, processFamilies].flatMap(
  (families): Family[] => Object.values(families),
)
