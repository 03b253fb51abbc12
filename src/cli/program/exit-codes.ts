// Exit codes, a promise to scripts (docs/operating/command-line.md).

import { BelfryError, type ErrorCode } from '../../errors.ts'

export const exit = {
  ok: 0,
  failed: 1,
  usage: 2,
  notFound: 3,
  refused: 4,
  unavailable: 5,
  interrupted: 130,
} as const

const codes: Partial<Record<ErrorCode, number>> = {
  invalid_input: exit.usage,
  unknown_field: exit.usage,
  missing_field: exit.usage,
  unknown_timezone: exit.usage,
  impossible_date: exit.usage,
  offset_mismatch: exit.usage,
  invalid_duration: exit.usage,
  text_too_long: exit.usage,
  too_many: exit.usage,
  unknown_channel: exit.usage,
  unknown_recipient: exit.notFound,
  not_found: exit.notFound,
  already_sent: exit.refused,
  not_unknown: exit.refused,
  not_repeating: exit.refused,
  version_conflict: exit.refused,
  in_use: exit.refused,
  stopped: exit.refused,
  invalid_transition: exit.refused,
  slot_conflict: exit.refused,
  slot_in_past: exit.refused,
  own_proposal: exit.refused,
  not_begun: exit.refused,
  busy: exit.refused,
  database_newer: exit.refused,
  database_unavailable: exit.unavailable,
  database_in_use: exit.unavailable,
  embedded_unsupported: exit.unavailable,
  embedded_failed: exit.unavailable,
}

export function exitCodeOf(error: unknown): number {
  return (error instanceof BelfryError ? codes[error.code] : undefined) ?? exit.failed
}
