// Addresses, read strictly wherever they come in: one address, in one line. A channel that knows better what an address of its
// own looks like has the last word.

import { BelfryError } from '../errors.ts'
import { readText, refuse } from '../input.ts'
import { limits } from '../limits.ts'
import type { Sending } from './sending.ts'

/** Reads what somebody gave as the address on a channel that is configured; throws a BelfryError for what is none. */
export type ReadAddress = (channel: string, value: unknown, field: string) => string

export function addressReader({ channels }: Pick<Sending, 'channels'>): ReadAddress {
  const byName = new Map(channels.map((channel) => [channel.name, channel]))
  return (name, value, field) => {
    const channel = byName.get(name)
    const text = readLine(value, field)
    return channel?.readAddress
      ? readLine(
          ask(() => channel.readAddress?.(text, field), field),
          field,
        )
      : text
  }
}

// Control characters (CR, LF and NUL among them) and the line and paragraph separators of Unicode.
const breaks = /[\p{Cc}\p{Zl}\p{Zp}]/u

/** Whoever pastes an address brings spaces along; a line break is none. */
function readLine(value: unknown, field: string): string {
  const text = readText(value, field, { bytesMax: limits.addressBytesMax }).trim()
  if (text !== '' && !breaks.test(value as string)) return text
  throw refuse('invalid_input', 'Not an address.', { field, accepted: 'one address, without line breaks' })
}

/** A channel is somebody's code: whatever it throws says that this is no address. */
function ask<T>(read: () => T, field: string): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof BelfryError) throw error
    throw refuse('invalid_input', 'Not an address of this channel.', { field, accepted: 'what the channel takes' })
  }
}
