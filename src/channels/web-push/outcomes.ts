// What each answer of a push service means for one device, and what all of them together mean for the message. Statuses are those of
// RFC 8030 and of the services of Google, Mozilla, Apple and Microsoft.

import type { Outcome } from '../channel.ts'
import type { OutgoingResult } from '../outgoing/outgoing.ts'

export type DeviceOutcome = 'delivered' | 'gone' | 'refused' | 'busy' | 'deferred' | 'unknown'

export const statusOutcomes: Readonly<Record<number, DeviceOutcome>> = {
  200: 'delivered',
  201: 'delivered',
  202: 'delivered',
  204: 'delivered',
  // A header or the body is not what it should be.
  400: 'refused',
  // Ours is not the key that the browser subscribed with, or our clock is wrong.
  401: 'refused',
  403: 'refused',
  // The subscription has ended: it is removed.
  404: 'gone',
  410: 'gone',
  // Microsoft: too many messages.
  406: 'busy',
  // The service did not wait for the whole request, or says so.
  408: 'unknown',
  413: 'refused',
  429: 'busy',
}

/** Statuses that are not listed, by their first digit. Redirects are not followed. */
export const classOutcomes: Readonly<Record<number, DeviceOutcome>> = {
  2: 'delivered',
  3: 'refused',
  4: 'refused',
  // It may have taken the message before it failed: sent again under the same id and topic.
  5: 'unknown',
}

export const failureOutcomes: Readonly<Record<Exclude<OutgoingResult['kind'], 'answered'>, DeviceOutcome>> = {
  blocked: 'refused',
  unsent: 'deferred',
  lost: 'unknown',
}

export interface DeviceResult {
  readonly outcome: DeviceOutcome
  /** With `busy`. */
  readonly retryAfterMs: number | null
  /** For the attempt's record: who answered what. */
  readonly reply: string
}

const busyMs = 60_000

export function deviceResult(service: string, result: OutgoingResult, nowMs: number): DeviceResult {
  if (result.kind !== 'answered') {
    const { kind, why } = result
    return { outcome: failureOutcomes[kind], retryAfterMs: null, reply: `${service}: ${kind}, ${why}` }
  }
  const { status, headers, body } = result
  const outcome = statusOutcomes[status] ?? classOutcomes[Math.floor(status / 100)] ?? 'unknown'
  const said = outcome === 'delivered' || body === '' ? '' : ` ${body.slice(0, 120)}`
  const retryAfterMs = outcome === 'busy' ? (waitOf(headers['retry-after'], nowMs) ?? busyMs) : null
  return { outcome, retryAfterMs, reply: `${service}: ${status}${said}` }
}

/** Retry-After is a number of seconds or a date. */
function waitOf(value: string | undefined, nowMs: number): number | null {
  if (value === undefined) return null
  const ms = /^\d{1,9}$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - nowMs
  return Number.isFinite(ms) ? Math.max(ms, 0) : null
}

export interface Together {
  readonly devices: readonly DeviceResult[]
  /** Devices that had it from an earlier attempt. */
  readonly before: number
  /** Devices that are still there, also those that were added meanwhile. */
  readonly remaining: number
  /** There will be no other attempt in time. */
  readonly isLastTry: boolean
}

/**
 * Delivered when a device has it and no other is worth another try. Where some have it and others do not yet, nobody may say later
 * that it was not sent: `unknown`, which is tried again at those that are missing, and ends as delivered.
 */
export function together({ devices, before, remaining, isLastTry }: Together): Outcome {
  const of = (outcome: DeviceOutcome) => devices.filter((device) => device.outcome === outcome)
  const reply = devices.map((device) => device.reply).join('; ')
  const isThere = before + of('delivered').length > 0
  const waiting = of('unknown').length + of('deferred').length + of('busy').length
  if (isThere) return { kind: waiting > 0 && !isLastTry ? 'unknown' : 'delivered', reply }
  if (of('unknown').length > 0) return { kind: 'unknown', reply }
  if (of('deferred').length > 0) return { kind: 'deferred', reply }
  if (of('busy').length > 0)
    return { kind: 'busy', retryAfterMs: Math.max(...of('busy').map(({ retryAfterMs }) => retryAfterMs ?? 0)), reply }
  if (of('refused').length > 0) return { kind: 'refused', reply }
  // All of them have ended. One that was added while they were asked gets the next attempt.
  return remaining > 0 ? { kind: 'deferred', reply } : { kind: 'gone', reply }
}
