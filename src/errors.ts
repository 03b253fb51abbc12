// One error class for everything that crosses Belfry's border, with a closed list of codes. An error says what was
// wrong, where (`field`, as a JSON pointer) and what would have been accepted; it never carries a stored text or address.

export const errorCodes = {
  invalid_input: 'A field has a value of the wrong kind.',
  unknown_field: 'A field that Belfry does not know.',
  missing_field: 'A field that is required was left out.',
  unknown_timezone: 'Not a time zone of the IANA database.',
  impossible_date: 'A date or time that is not on the calendar.',
  offset_mismatch: 'The offset is not one the zone has at that time.',
  invalid_duration: 'A duration that is malformed, negative or absurdly long.',
  text_too_long: 'A text over its limit.',
  too_many: 'More items in one call than are accepted.',
  unknown_recipient: 'No recipient of that id.',
  unknown_channel: 'No channel of that name is configured.',
  not_found: 'Nothing of that id.',
  already_sent: 'The send had begun before the request came.',
  not_unknown: 'Only a delivery in state unknown can be settled.',
  not_failed: 'Only a delivery that failed can be retried.',
  not_repeating: 'Only a repeating reminder can be skipped, paused or resumed.',
  version_conflict: 'Somebody changed it meanwhile: the version is not the latest.',
  in_use: 'Something else still needs it.',
  stopped: 'It was cancelled, moved or acknowledged meanwhile.',
  invalid_transition: 'The meeting is in a status from which that verb leads nowhere; the answer has the status.',
  slot_conflict: 'Somebody is not free at that time; the answer lists what conflicts.',
  slot_in_past: 'The slot has begun already.',
  own_proposal: 'Whoever has proposed a meeting cannot answer it: the others do.',
  not_begun: 'A meeting is not over before it has begun.',
  bad_signature: 'The signature is missing, wrong, or too old.',
  busy: 'Somebody is at it just now: holds the row in an open transaction, or reads the same calendar.',
  database_newer: 'The database was migrated by a newer Belfry.',
  database_unavailable: 'The database cannot be reached.',
  database_refused: 'The database refused a statement: a fault in Belfry, or in triggers added to its tables.',
  database_in_use: 'The data directory is in use by another machine or container.',
  embedded_unsupported: 'No embedded PostgreSQL for this platform.',
  embedded_failed: 'The embedded PostgreSQL did not start.',
  closed: 'Belfry was closed.',
} as const

export type ErrorCode = keyof typeof errorCodes

export interface ErrorDetail {
  /** JSON pointer of the offending field, e.g. `/at` or `/3/recipient`. */
  readonly field?: string
  /** What would have been accepted, in words. */
  readonly accepted?: string
  readonly cause?: unknown
  /** Facts for programs, such as what conflicts. They become fields of a problem. */
  readonly facts?: Readonly<Record<string, unknown>>
}

export class BelfryError extends Error {
  override readonly name = 'BelfryError'
  readonly code: ErrorCode
  readonly field: string | undefined
  readonly accepted: string | undefined
  readonly facts: Readonly<Record<string, unknown>>

  constructor(code: ErrorCode, message: string, detail: ErrorDetail = {}) {
    const where = detail.field ? ` (at ${detail.field})` : ''
    const accepted = detail.accepted ? ` Accepted: ${detail.accepted}.` : ''
    super(`${message}${where}${accepted}`, detail.cause === undefined ? undefined : { cause: detail.cause })
    this.code = code
    this.field = detail.field
    this.accepted = detail.accepted
    this.facts = detail.facts ?? {}
  }
}
