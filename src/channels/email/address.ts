// One address of one person, and nothing that a mail server could read as more than that: no list, no name, no quoted local
// part, no comment, no control character. RFC 5321 has more forms; nobody who wants a reminder has one of them.

import { domainToASCII } from 'node:url'
import { BelfryError } from '../../errors.ts'

export interface Mailbox {
  readonly name: string | null
  readonly address: string
}

const localBytesMax = 64
const addressBytesMax = 254
const accepted = 'one address such as ana@example.com'

const localPart = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i
const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/** A domain of other letters is kept as mail servers know it (punycode), in lower case; the local part as it was given. */
export function readEmailAddress(text: string, field: string): string {
  const at = text.lastIndexOf('@')
  const local = text.slice(0, at)
  if (at < 1 || !localPart.test(local)) throw noAddress(field)
  if (local.length > localBytesMax) throw noAddress(field, 'The part before the @ is too long.')
  const address = `${local}@${readDomain(text.slice(at + 1), field)}`
  if (address.length > addressBytesMax) throw noAddress(field, 'The address is too long.')
  return address
}

function readDomain(text: string, field: string): string {
  // What URLs make of odd characters (ignore a soft hyphen, cut at a slash) is not for addresses.
  if (!/^[\p{L}\p{M}\p{N}.-]+$/u.test(text)) throw noAddress(field)
  const domain = domainToASCII(text).toLowerCase()
  const labels = domain.split('.')
  // Four numbers are an IP address, which URLs would accept in many spellings.
  const isName = labels.length > 1 && labels.every((one) => label.test(one)) && !/^\d+$/.test(labels.at(-1)!)
  if (!isName) throw noAddress(field)
  return domain
}

/** `reminders@example.com`, or `Belfry <reminders@example.com>`. */
export function readMailbox(text: string, field: string): Mailbox {
  const [, name, address] = /^([^<>"@,;:\\()[\]\p{Cc}\u2028\u2029]{1,100}) <([^<>]+)>$/u.exec(text) ?? []
  if (address === undefined) return { name: null, address: readEmailAddress(text, field) }
  return { name: name!.trim(), address: readEmailAddress(address, field) }
}

export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1)
}

function noAddress(field: string, what = 'Not an email address.'): BelfryError {
  return new BelfryError('invalid_input', what, { field, accepted })
}
