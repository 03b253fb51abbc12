// Addresses that nobody can be reached at are suspended: by the concluding step (a hard bounce, 410, blocked), or by whoever hears
// of it later. They stay so until they are verified, or another one is put in their place.

import { audit, type Context } from '../engine/context.ts'
import { BelfryError } from '../errors.ts'
import { readId, readName, readObject, readText } from '../input.ts'
import { limits } from '../limits.ts'
import { getRecipient, type Recipient } from './recipients.ts'

export interface AddressName {
  readonly recipient: string
  readonly channel: string
}

export interface SuspendInput extends AddressName {
  /** Such as `bounced`, `blocked` or `gone`. */
  readonly reason: string
  /** Only while it is this one: a bounce may come after another address was put. */
  readonly address?: string
}

/** What was meant for it is `suppressed: address_suspended` from now on. */
export async function suspendAddress(context: Context, input: SuspendInput): Promise<Recipient> {
  const value = readObject(input, ['recipient', 'channel', 'reason', 'address'], '')
  const name = addressNameOf(value)
  const reason = readText(value.reason, '/reason', { bytesMax: reasonBytesMax })
  const address =
    value.address === undefined ? null : readText(value.address, '/address', { bytesMax: limits.addressBytesMax })
  return await changeAddress(context, name, async (tx) => {
    const changed = await tx.run('suspend-address', [context.tenant, name.recipient, name.channel, reason, address])
    if (changed.length > 0) await audit(context, tx, 'address_suspended', [entryOf(name, { reason })])
  })
}

/** It is used again: what rings from now on, not what was suppressed meanwhile. */
export async function verifyAddress(context: Context, input: AddressName): Promise<Recipient> {
  const name = readAddressName(input)
  return await changeAddress(context, name, async (tx) => {
    const changed = await tx.run('verify-address', [context.tenant, name.recipient, name.channel])
    if (changed.length > 0) await audit(context, tx, 'address_verified', [entryOf(name)])
  })
}

const reasonBytesMax = 200

export function readAddressName(input: AddressName): AddressName {
  return addressNameOf(readObject(input, ['recipient', 'channel'], ''))
}

function addressNameOf(value: Record<string, unknown>): AddressName {
  return { recipient: readId(value.recipient, '/recipient'), channel: readName(value.channel, '/channel') }
}

function entryOf({ recipient, channel }: AddressName, more: object = {}) {
  return { recipient, data: { channel, ...more } }
}

async function changeAddress(
  context: Context,
  { recipient, channel }: AddressName,
  change: (tx: Context['db']) => Promise<void>,
): Promise<Recipient> {
  return await context.db.transaction(async (tx) => {
    await change(tx)
    const person = await getRecipient({ ...context, db: tx }, recipient)
    if (!person) throw new BelfryError('not_found', 'There is no such recipient.', { field: '/recipient' })
    if (!Object.hasOwn(person.addresses, channel))
      throw new BelfryError('not_found', 'The recipient has no address there.', { field: '/channel' })
    return person
  })
}
