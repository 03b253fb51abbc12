// The words of the ledger: states, reasons, and what a delivery looks like to the outside.

export const deliveryStates = [
  'pending',
  'sending',
  'sent',
  'failed',
  'unknown',
  'cancelled',
  'suppressed',
  'expired',
  'skipped',
  'quarantined',
] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** States whose send never began: the row is reopened when the same occurrence is wanted again. */
export const reopenableStates = ['cancelled', 'suppressed', 'expired', 'skipped'] as const

/** Why a delivery was not (or not certainly) sent: a closed list, in words for people. */
export const reasons = {
  cancelled: 'Cancelled before its moment.',
  called_off: 'What it was about was cancelled.',
  overtaken: 'Something newer happened before it went out.',
  moved: 'Moved to another moment.',
  acknowledged: 'Marked as done before it was sent.',
  seen: 'Seen on another channel.',
  erased: 'The recipient was erased.',
  stopped: 'Stopped while it was being sent; not tried again.',
  released: 'A mark by hand was released, because its send failed.',
  too_late: 'Too late to be useful.',
  retry_too_late: 'Could not be sent, and the next try would come too late to be useful.',
  retries_exhausted: 'Could not be sent after all tries.',
  refused: 'The provider refused it.',
  address_gone: 'The provider says that the address does not exist any more.',
  no_address: 'The recipient has no address on this channel.',
  address_suspended: 'The address is suspended.',
  preference_off: 'The recipient switched this off.',
  demo_mode: 'Demo mode: nothing leaves this machine.',
  skipped_past: 'Its moment had already passed when it was planned.',
  missed: 'Missed while nobody was there to ring it.',
  skipped: 'Left out on request.',
  merged: 'Another reminder of the same thing rings at the same time.',
  removed: 'Not part of the plan any more.',
  completed: 'What it was about is done.',
  marked_by_hand: 'Marked as sent by hand.',
  not_needed: 'A fallback that was not needed.',
  outcome_unknown: 'The connection was lost after the message may have been handed over.',
  lease_expired: 'The worker that was sending it disappeared.',
  restored: 'Due between a backup and its restoration.',
  poison: 'Five times without a result: its transaction, its process or its connection ended.',
} as const
export type Reason = keyof typeof reasons

export interface Delivery {
  readonly id: string
  readonly reminderId: string
  readonly entity: { readonly type: string; readonly id: string }
  readonly kind: string
  readonly recipient: string
  /** The recipient's zone; null when there is no such recipient any more. */
  readonly recipientTimezone: string | null
  readonly occurrence: string
  readonly generation: number
  readonly channel: string
  readonly state: DeliveryState
  readonly reason: Reason | null
  readonly attempt: number
  readonly dueAt: Date
  /** When the send began (or the row was written, for one that never began). */
  readonly at: Date
  /** When the provider had answered; null unless sent. */
  readonly sentAt: Date | null
  /** When a pending one is taken next; null unless pending. A standby for a failed channel has none. */
  readonly pendingAt: Date | null
  readonly title: string | null
  readonly body: string | null
  /** The message that it went in, or will go in, together with others; null where it goes alone. */
  readonly bundle: Bundle | null
}

/** One message for several deliveries to one recipient. */
export interface Bundle {
  /** Of the message: its idempotency key. */
  readonly id: string
  /** Deliveries that were put together. One that was cancelled before the send is not in the text. */
  readonly count: number
}
