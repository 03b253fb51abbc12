// An endpoint as callers see it: everything but its secrets.

import type { Outcome } from '../channel.ts'

export interface EndpointInput {
  /** Letters, digits, "_", "-", "." and ":". */
  readonly id: string
  /** https; http and private hosts only where the operator allows them. Needed for a new one. */
  readonly url?: string
  readonly description?: string | null
  /** Refused unless it is the endpoint's version. */
  readonly version?: number
}

/** `gone`: it answered 410. `imported`: it came without a secret; rotate it, tell the receiver, and enable it. */
export type DisabledReason = 'gone' | 'by_hand' | 'imported'

export interface WebhookEndpoint {
  /** What recipients have as their address on the channel `webhook`. */
  readonly id: string
  readonly url: string
  readonly description: string | null
  readonly disabledAt: Date | null
  readonly disabledReason: DisabledReason | null
  /** So long the secret before the last rotation signs too; null: it does not any more. */
  readonly previousSecretUntil: Date | null
  readonly version: number
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** With its secret where that is new, which nobody can read again. */
export interface IssuedEndpoint extends WebhookEndpoint {
  readonly secret: string | null
}

export interface WebhookTest {
  readonly outcome: Outcome['kind']
  /** Null: no answer came. */
  readonly status: number | null
  /** What the receiver said, or what went wrong. */
  readonly reply: string | null
  readonly tookMs: number
}

export interface EndpointRow {
  readonly id: string
  readonly url: string
  readonly description: string | null
  readonly disabled_reason: DisabledReason | null
  readonly disabled_ms: number | null
  readonly previous_ms: number | null
  readonly version: number
  readonly created_ms: number
  readonly updated_ms: number
}

export function toEndpoint(row: EndpointRow): WebhookEndpoint {
  const date = (ms: number | null) => (ms === null ? null : new Date(ms))
  return {
    id: row.id,
    url: row.url,
    description: row.description,
    disabledAt: date(row.disabled_ms),
    disabledReason: row.disabled_reason,
    previousSecretUntil: date(row.previous_ms),
    version: row.version,
    createdAt: new Date(row.created_ms),
    updatedAt: new Date(row.updated_ms),
  }
}
