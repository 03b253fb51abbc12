// The rules that all alarms of a Belfry have in common, from its options.

import type { Backoff } from '../engine/backoff.ts'
import { BelfryError } from '../errors.ts'
import { readObject, readText, refuse } from '../input.ts'
import { durationMs } from '../time/duration.ts'
import { type QuietHours, readWindow } from '../time/quiet-hours.ts'
import { canonicalZone } from '../time/zone.ts'
import type { AlarmOptions, OnDone } from './alarm.ts'

export interface AlarmRules {
  readonly timezone: string
  readonly backoff: Backoff
  /** Of users who have none of their own. */
  readonly quietHours: QuietHours | null
  readonly onDone: OnDone
}

export function readAlarmOptions(options: AlarmOptions = {}, field = '/alarms'): AlarmRules {
  const value = readObject(options, ['timezone', 'base', 'cap', 'quietHours', 'retryAfter', 'onDone'], field)
  const zone = readText(value.timezone ?? 'Asia/Seoul', `${field}/timezone`, { bytesMax: 64 })
  return {
    timezone: canonicalZone(zone, `${field}/timezone`),
    backoff: readBackoff(value, field),
    quietHours: readQuiet(value.quietHours, `${field}/quietHours`),
    onDone: readOnDone(value.onDone, `${field}/onDone`) ?? 'end',
  }
}

function readBackoff(value: Record<string, unknown>, field: string): Backoff {
  const baseMs = longEnough(durationMs(value.base ?? 'P1D', `${field}/base`), `${field}/base`)
  const capMs = durationMs(value.cap ?? 'P256D', `${field}/cap`)
  const retryMs = longEnough(durationMs(value.retryAfter ?? 'PT6H', `${field}/retryAfter`), `${field}/retryAfter`)
  if (capMs < baseMs) {
    throw refuse('invalid_input', 'The cap is below the base.', { field: `${field}/cap`, accepted: 'base or longer' })
  }
  return { baseMs, factor: 2, capMs, onHour: true, retryMs }
}

function longEnough(ms: number, field: string): number {
  if (ms >= 60_000) return ms
  throw new BelfryError('invalid_duration', 'Too short for an alarm.', { field, accepted: 'a minute or longer' })
}

function readQuiet(value: unknown, field: string): QuietHours | null {
  if (value === null) return null
  return [readWindow(value ?? { from: '22:00', to: '07:00' }, field)]
}

export function readOnDone(value: unknown, field: string): OnDone | undefined {
  if (value === undefined || value === 'end' || value === 'postpone') return value
  throw refuse('invalid_input', 'Not an answer to Done.', { field, accepted: 'end or postpone' })
}
