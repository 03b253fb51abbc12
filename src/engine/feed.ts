// The feed of what happened: the closed list of types, and which of them the entries of the audit trail are. What happens to
// deliveries is written by the statements that make it happen, one row a batch (`told` in storage/sql); who changed what is in
// the audit trail already; ledger/events.ts reads both as one list.

/** What can happen, in words for people. */
export const eventTypes = {
  'reminder.scheduled': 'A reminder is new.',
  'reminder.moved': 'A reminder was moved to another moment, or described anew.',
  'reminder.changed': 'A reminder says something else, or on other channels.',
  'reminder.snoozed': 'A reminder rings again later.',
  'reminder.skipped': 'The coming ring of a series was left out.',
  'reminder.paused': 'A series was paused.',
  'reminder.resumed': 'A series goes on.',
  'reminder.cancelled': 'A reminder was cancelled.',
  'reminder.acknowledged': 'A reminder was marked as done.',
  'delivery.sent': 'Sent.',
  'delivery.deferred': 'Could not be sent just now, and is tried again.',
  'delivery.failed': 'Could not be sent.',
  'delivery.unknown': 'Nobody knows whether it arrived.',
  'delivery.suppressed': 'Not sent: no address, or not wanted.',
  'delivery.expired': 'Not sent: too late to be useful.',
  'delivery.cancelled': 'Not sent: cancelled, moved or acknowledged before.',
  'delivery.skipped': 'Not sent: left out, missed or not needed.',
  'delivery.quarantined': 'Set aside: it ended its process or its transaction five times.',
  'delivery.retried': 'Sent again by somebody.',
  'delivery.settled': 'Somebody knows that it arrived.',
  'entity.created': 'An entity is new.',
  'entity.changed': 'An entity was moved or changed.',
  'entity.cancelled': 'An entity was cancelled.',
  'entity.completed': 'An entity is done.',
  'entity.removed': 'An entity was removed.',
  'plan.changed': 'A plan was changed.',
  'recipient.erased': 'A recipient was erased.',
  'hold.set': 'Sends are held.',
  'hold.released': 'Sends are not held any more.',
  'key.created': 'An API key was made.',
  'key.rotated': 'An API key has a successor.',
  'key.revoked': 'An API key was revoked.',
  'tenant.created': 'A tenant is new.',
  'sweep.reminded': 'A sweep has found something that comes due, and reminds of it.',
  'audit.recorded': 'Something else was written to the audit trail.',
} as const

export type EventType = keyof typeof eventTypes

/** Every action of the audit trail, and the type of its event. */
export const auditEvents = {
  moved: 'reminder.moved',
  changed: 'reminder.changed',
  snoozed: 'reminder.snoozed',
  skipped: 'reminder.skipped',
  paused: 'reminder.paused',
  resumed: 'reminder.resumed',
  cancelled: 'reminder.cancelled',
  acknowledged: 'reminder.acknowledged',
  sent_again: 'delivery.retried',
  settled_sent: 'delivery.settled',
  entity_created: 'entity.created',
  entity_changed: 'entity.changed',
  entity_cancelled: 'entity.cancelled',
  entity_done: 'entity.completed',
  entity_removed: 'entity.removed',
  plan_changed: 'plan.changed',
  erased: 'recipient.erased',
  held: 'hold.set',
  released: 'hold.released',
  key_created: 'key.created',
  key_rotated: 'key.rotated',
  key_revoked: 'key.revoked',
  tenant_created: 'tenant.created',
  reminder_sent: 'sweep.reminded',
} as const satisfies Readonly<Record<string, EventType>>

export type AuditAction = keyof typeof auditEvents
