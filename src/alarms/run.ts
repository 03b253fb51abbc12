// One batch of due alarms, now: for a cron that calls, where no worker is running. Called by ten at once it is safe: what one of
// them has taken, the others pass over.

import type { Context } from '../engine/context.ts'
import { BelfryError } from '../errors.ts'
import { readInteger, readObject } from '../input.ts'
import type { Logger } from '../log.ts'
import type { AlarmRan, AlarmRun } from './alarm.ts'
import { alarmKind } from './put.ts'

const fetchDefault = 1_000
const fetchMax = 10_000
const concurrencyDefault = 10
const concurrencyMax = 100

export async function runAlarms(context: Context, logger: Logger, options: AlarmRun = {}): Promise<AlarmRan> {
  const value = readObject(options, ['fetchLimit', 'concurrency'], '')
  const most = readInteger(value.fetchLimit ?? fetchDefault, '/fetchLimit', 1, fetchMax)
  const concurrency = readInteger(value.concurrency ?? concurrencyDefault, '/concurrency', 1, concurrencyMax)
  const { tenant, runBatch, notices } = context
  if (!runBatch)
    throw new BelfryError('invalid_input', 'A batch is sent outside of any transaction.', {
      accepted: 'belfry.alarms.run, without a transaction',
    })
  const { fired, count, tookMs } = await runBatch({ tenant, kind: alarmKind, most, concurrency })
  const ran = {
    fetched: fired,
    sent: count('sent'),
    failed: count('failed', 'quarantined'),
    unknown: count('unknown'),
    deferred: count('pending'),
    suppressed: count('suppressed', 'expired', 'skipped', 'cancelled'),
    concurrency,
    processingTimeMs: Math.round(tookMs),
  }
  logger.debug({ tenant, ...ran }, 'ran a batch of alarms')
  notices.say({ kind: 'alarm_run', fetched: fired, sent: ran.sent, failed: ran.failed, concurrency, tookMs })
  return ran
}
