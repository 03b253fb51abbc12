// Recipients, plans, templates and entities of an export, by their own verbs, each line in one transaction. Who or what is known here stays
// as it is.

import { takeOverEndpoint } from '../channels/webhook/endpoints.ts'
import type { ChatPersonInput } from '../chats/chat.ts'
import { findPerson, putPerson } from '../chats/person.ts'
import { readState, writeState } from '../chats/state.ts'
import { cancelReminder } from '../engine/cancel.ts'
import type { Context } from '../engine/context.ts'
import { entityLock, reminderId } from '../engine/key.ts'
import { snoozeReminder } from '../engine/snooze.ts'
import { cancelEntity, completeEntity, type EntityName } from '../entities/end.ts'
import type { EntityInput } from '../entities/entity.ts'
import { getPlan, putPlan } from '../entities/plans.ts'
import { putEntity } from '../entities/put.ts'
import { getEntity } from '../entities/read.ts'
import { BelfryError } from '../errors.ts'
import { readId, readList, readName, readObject, readText, refuse } from '../input.ts'
import { limits } from '../limits.ts'
import type { AvailabilityBlockInput } from '../meetings/availability/block.ts'
import { getBlock, putBlock } from '../meetings/availability/blocks.ts'
import { restoreMeeting } from '../meetings/restore.ts'
import { getRecipient, putRecipient, type RecipientInput } from '../recipients/recipients.ts'
import { getTemplate, putTemplate, type TemplateInput } from '../templates/templates.ts'
import { parseMoment } from '../time/moment.ts'
import type { Item, Outcome } from './tenant-outcome.ts'

export async function takeRecipient(context: Context, { value }: Item): Promise<Outcome> {
  const { suspended, ...input } = value
  const reasons = suspended === undefined ? [] : readSuspended(suspended)
  return await context.db.transaction(async (tx) => {
    const inside = { ...context, db: tx }
    const id = readId(input.id, '/id')
    if (await getRecipient(inside, id)) return 'unchanged'
    await putRecipient(inside, input as unknown as RecipientInput)
    if (reasons.length > 0) {
      const columns = [
        reasons.map((one) => one.channel),
        reasons.map((one) => one.reason),
        reasons.map((one) => one.atMs),
      ]
      await tx.run('import-suspended', [context.tenant, id, ...columns])
    }
    return 'created'
  })
}

function readSuspended(value: unknown): { channel: string; reason: string; atMs: number | null }[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw refuse('invalid_input', 'Expected reasons by channel.', {
      field: '/suspended',
      accepted: '{ "email": "gone" }',
    })
  }
  return Object.entries(value).map(([channel, given]) => {
    const field = `/suspended/${readName(channel, '/suspended')}`
    // The reason alone is enough.
    const isText = typeof given === 'string'
    const { reason, at } = isText ? { reason: given, at: undefined } : readObject(given, ['reason', 'at'], field)
    return {
      channel,
      reason: readText(reason, isText ? field : `${field}/reason`, { charsMax: 500 }),
      atMs:
        at === undefined
          ? null
          : parseMoment(readText(at, `${field}/at`, { bytesMax: 64 }), { defaultTimezone: 'UTC', field: `${field}/at` })
              .instant.epochMilliseconds,
    }
  })
}

/** Its secret stayed where it came from: it is off until it has another. */
export async function takeWebhook(context: Context, { value }: Item): Promise<Outcome> {
  const { id, url, description } = readObject(value, ['id', 'url', 'description', 'disabled'], '')
  return (await takeOverEndpoint(context, { id, url, description })) ? 'created' : 'unchanged'
}

export async function takeBlock(context: Context, { value }: Item): Promise<Outcome> {
  const { block, ...input } = value
  return await context.db.transaction(async (tx) => {
    const inside = { ...context, db: tx }
    const wanted = { ...input, ...(block === undefined ? {} : { kind: block }) } as unknown as AvailabilityBlockInput
    if (await getBlock(inside, { recipient: wanted.recipient, id: wanted.id ?? '' })) return 'unchanged'
    await putBlock(inside, wanted)
    return 'created'
  })
}

export async function takeChat(context: Context, { value }: Item): Promise<Outcome> {
  const { owners = [], ...person } = value
  const wanted = person as unknown as ChatPersonInput
  return await context.db.transaction(async (tx) => {
    const inside = { ...context, db: tx }
    const known = await findPerson(inside, wanted.user)
    if (!known) await putPerson(inside, wanted)
    for (const [i, one] of readList(owners, ownersMax, '/owners').entries())
      await takeOwner(inside, wanted.user, one, `/owners/${i}`)
    return known ? 'unchanged' : 'created'
  })
}

/** Groups that got another id, of one bot. */
const ownersMax = 100_000

/** Whose reminders those of a group are. */
async function takeOwner(context: Context, user: string, value: unknown, field: string): Promise<void> {
  const { chat, recipient } = readObject(value, ['chat', 'recipient'], field)
  const name = { user, chat: readId(chat, `${field}/chat`), name: 'owner' }
  if ((await readState(context, name)) === null)
    await writeState(context, name, { recipient: readId(recipient, `${field}/recipient`) })
}

export async function takeMeeting(context: Context, { value }: Item): Promise<Outcome> {
  return (await restoreMeeting(context, value)) ? 'created' : 'unchanged'
}

export async function takePlan(context: Context, { value }: Item): Promise<Outcome> {
  return await context.db.transaction(async (tx) => {
    const inside = { ...context, db: tx }
    if (await getPlan(inside, readName(value.name, '/name'))) return 'unchanged'
    await putPlan(inside, value as unknown as Parameters<typeof putPlan>[1])
    return 'created'
  })
}

export async function takeTemplate(context: Context, { value }: Item): Promise<Outcome> {
  return await context.db.transaction(async (tx) => {
    const inside = { ...context, db: tx }
    const { name, locale } = value as unknown as TemplateInput
    if (await getTemplate(inside, { name, locale: locale ?? null })) return 'unchanged'
    await putTemplate(inside, value as unknown as TemplateInput)
    return 'created'
  })
}

export async function takeEntity(context: Context, { value }: Item): Promise<Outcome> {
  const { status, dismissed, snoozed, ...input } = value
  const type = readName(input.type, '/type')
  const id = readId(input.id, '/id')
  const ended = readStatus(status)
  const latePolicy = readLatePolicy(input.latePolicy)
  const calledOff = readSteps(dismissed, '/dismissed', ['recipient', 'kind'])
  const later = readSteps(snoozed, '/snoozed', ['recipient', 'kind', 'until'])
  return await context.db.transaction(
    async (tx) => {
      const inside = { ...context, db: tx }
      if (await getEntity(inside, { type, id })) return 'unchanged'
      // Nothing that has passed rings because of an import.
      await putEntity(inside, { ...input, latePolicy: 'skip' } as unknown as EntityInput)
      if (latePolicy === 'immediate') await tx.run('import-late-policy', [context.tenant, type, id, latePolicy])
      for (const step of calledOff) await ignoringMissing(cancelReminder(inside, idOf(context, { type, id }, step)))
      for (const step of later)
        await ignoringMissing(snoozeReminder(inside, idOf(context, { type, id }, step), { until: step.until ?? '' }))
      // In the same transaction: nobody sees it active.
      if (ended === 'done') await completeEntity(inside, { type, id })
      if (ended === 'cancelled') await cancelEntity(inside, { type, id })
      return 'created'
    },
    { lock: entityLock(context.tenant, type, id) },
  )
}

function readStatus(value: unknown): 'done' | 'cancelled' | null {
  if (value === undefined || value === 'active') return null
  if (value === 'done' || value === 'cancelled') return value
  throw refuse('invalid_input', 'Not a status.', { field: '/status', accepted: 'active, done or cancelled' })
}

function readLatePolicy(value: unknown): 'skip' | 'immediate' {
  if (value === undefined || value === 'skip') return 'skip'
  if (value === 'immediate') return value
  throw refuse('invalid_input', 'Not a policy.', { field: '/latePolicy', accepted: 'skip or immediate' })
}

interface NamedStep {
  readonly recipient: string
  readonly kind: string
  readonly until: string | null
}

function readSteps(value: unknown, field: string, known: readonly string[]): NamedStep[] {
  if (value === undefined) return []
  return readList(value, limits.entityRecipientsMax * limits.stepsMax, field).map((one, i) => {
    const { recipient, kind, until } = readObject(one, known, `${field}/${i}`)
    return {
      recipient: readId(recipient, `${field}/${i}/recipient`),
      kind: readName(kind, `${field}/${i}/kind`),
      until: known.includes('until') ? readText(until, `${field}/${i}/until`, { bytesMax: 64 }) : null,
    }
  })
}

function idOf({ tenant }: Context, { type, id }: EntityName, { kind, recipient }: NamedStep): string {
  return reminderId({ tenant, entityType: type, entityId: id, kind, recipient })
}

/** A step whose moment has passed meanwhile has nothing to call off, and a snooze that has passed is none. */
async function ignoringMissing(work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!(error instanceof BelfryError) || error.cause !== undefined) throw error
  })
}
