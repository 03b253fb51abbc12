// The verbs of availability blocks.

import { randomUUID } from 'node:crypto'
import type { Context } from '../../engine/context.ts'
import { checkVersion, readVersion } from '../../engine/version.ts'
import { readId, readObject, refuse } from '../../input.ts'
import { limits } from '../../limits.ts'
import type { AvailabilityBlock, AvailabilityBlockInput, BlockName } from './block.ts'
import { unknownRecipient } from './people.ts'
import { readTimes } from './read-block.ts'

interface BlockRow extends Omit<AvailabilityBlock, 'createdAt' | 'updatedAt'> {
  readonly createdMs: number
  readonly updatedMs: number
}

const fields = [
  ...['id', 'recipient', 'kind', 'dayOfWeek', 'date', 'startTime', 'endTime', 'timezone', 'validFrom', 'validUntil'],
  'version',
]

/** What is left out stays as it is. */
export async function putBlock(context: Context, input: AvailabilityBlockInput): Promise<AvailabilityBlock> {
  const value = readObject(input, fields, '')
  const recipient = readId(value.recipient, '/recipient')
  const id = value.id === undefined ? randomUUID() : readId(value.id, '/id')
  const version = readVersion(value.version)
  return await context.db.transaction(async (tx) => {
    // Whoever writes blocks of the same person waits here, so that they can be counted.
    const [person] = await tx.run<{ timezone: string }>('lock-recipient', [context.tenant, recipient])
    if (!person) throw unknownRecipient('/recipient')
    const blocks = await tx.run<BlockRow>('availability-blocks', [context.tenant, recipient, null])
    const before = blocks.find((block) => block.id === id) ?? null
    checkVersion(version, before?.version)
    if (!before && blocks.length >= limits.availabilityBlocksMax) throw tooMany()
    const { kind, dayOfWeek, date, startTime, endTime, timezone, validFrom, validUntil } = readTimes(
      value,
      before,
      person.timezone,
    )
    await tx.run('put-availability-block', [
      ...[context.tenant, recipient, id, kind, dayOfWeek, date, startTime, endTime, timezone, validFrom, validUntil],
    ])
    const [row] = await tx.run<BlockRow>('availability-blocks', [context.tenant, recipient, id])
    return toBlock(row!)
  })
}

export async function getBlock(context: Context, name: BlockName): Promise<AvailabilityBlock | null> {
  const { recipient, id } = readBlockName(name)
  const [row] = await context.db.run<BlockRow>('availability-blocks', [context.tenant, recipient, id])
  return row ? toBlock(row) : null
}

/** Those of every week first, by day; then by date. */
export async function listBlocks(
  context: Context,
  query: { readonly recipient: string },
): Promise<AvailabilityBlock[]> {
  const recipient = readId(readObject(query, ['recipient'], '').recipient, '/recipient')
  const rows = await context.db.run<BlockRow>('availability-blocks', [context.tenant, recipient, null])
  return rows.map(toBlock)
}

export async function deleteBlock(context: Context, name: BlockName): Promise<{ readonly deleted: boolean }> {
  const { recipient, id } = readBlockName(name)
  const deleted = await context.db.run('delete-availability-block', [context.tenant, recipient, id])
  return { deleted: deleted.length > 0 }
}

function readBlockName(name: BlockName): BlockName {
  const value = readObject(name, ['recipient', 'id'], '')
  return { recipient: readId(value.recipient, '/recipient'), id: readId(value.id, '/id') }
}

function toBlock({ createdMs, updatedMs, ...block }: BlockRow): AvailabilityBlock {
  return { ...block, createdAt: new Date(createdMs), updatedAt: new Date(updatedMs) }
}

function tooMany() {
  return refuse('too_many', 'They have too many blocks.', {
    field: '/recipient',
    accepted: `a recipient with at most ${limits.availabilityBlocksMax}`,
  })
}
