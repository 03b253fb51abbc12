// An endpoint as callers see it: everything but its secrets.

export const disabledReasons = {
  gone: 'It answered 410: nothing more is wanted there.',
  by_hand: 'Somebody switched it off.',
  imported: 'It came without a secret: rotate it, tell the receiver, and enable it.',
} as const

export type DisabledReason = keyof typeof disabledReasons

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
