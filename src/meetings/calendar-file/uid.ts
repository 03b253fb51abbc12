// What a meeting is called in calendars. A rescheduled meeting is another one here and the same one there, so the whole lineage has
// one name, that of its first. It is a digest: ids are whatever callers made of them, and a name that goes to everybody's calendar
// says nothing about anybody.

import * as crypto from 'node:crypto'

export function uidOf(tenant: string, root: string): string {
  return `${digestOf(['meeting', tenant, root])}@belfry`
}

/** Somebody without an address of mail, by a name that stays the same and says nothing. */
export function urnOf(tenant: string, recipient: string): string {
  const hex = digestOf(['participant', tenant, recipient])
  // The digits that mark it as a UUID of one's own making (RFC 9562, version 8).
  return `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** 128 bits; the fields cannot run into each other. */
function digestOf(fields: readonly string[]): string {
  return crypto.hash('sha256', JSON.stringify(fields), 'hex').slice(0, 32)
}
