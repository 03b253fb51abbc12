// One reminder of a Deno KV bot, read. Its moment is an instant there and stays one: the person chose it by a clock that the database
// does not know, so a zone that they tell the bot later must not move it.

import { readChat } from '../channels/telegram/address.ts'
import { recipientOfChat } from '../chats/chat.ts'
import { cutText } from '../cut-text.ts'
import type { Context } from '../engine/context.ts'
import { bucketOf, reminderId } from '../engine/key.ts'
import { readSchedule, type Wanted } from '../engine/reminder.ts'
import { BelfryError } from '../errors.ts'
import { readBoolean, readId, readText, refuse } from '../input.ts'
import { limits } from '../limits.ts'
import { instantNominal } from '../time/moment.ts'
import type { NoteField } from './deno-kv-source.ts'
import type { Identity } from './known.ts'
import type { RowRef, SourceRow } from './source.ts'
import { idText, requireTime } from './values.ts'

export interface Note extends Identity {
  readonly ref: RowRef
  /** The Telegram user. */
  readonly user: string
  readonly atMs: number
  readonly createdMs: number | null
  /** False: it was sent there. */
  readonly isActive: boolean
  readonly wanted: Wanted
}

type Values = SourceRow<NoteField>['values']

export function readNote(context: Context, { ref, values }: SourceRow<NoteField>, tolerance: string | undefined): Note {
  const user = readUser(values)
  const entityId = entityOf(user, readAgreed(values.keyId, values.reminderId, '/value/reminderId', readId))
  const atMs = readMs(values.reminderDate, '/value/reminderDate')
  const wanted = readSchedule(
    {
      entity: { type: 'note', id: entityId },
      recipient: recipientOfChat(user),
      at: new Date(atMs),
      ...readTexts(values.reminderString),
      ...(tolerance === undefined ? {} : { tolerance }),
    },
    context.channels,
  )
  const { reminderIsActive: isActive = true } = values
  return {
    ref,
    user,
    atMs,
    createdMs: values.createdAt === undefined ? null : readMs(values.createdAt, '/value/createdAt'),
    isActive: readBoolean(isActive, '/value/reminderIsActive'),
    wanted,
    ...identityOf(context, wanted, instantNominal(atMs)),
  }
}

/** Two people may have the same id there, so the entity names both; `kv:42:a1b2` is found by whoever knows the old names. */
function entityOf(user: string, id: string): string {
  return readId(`kv:${user}:${id}`, '/value/reminderId')
}

export function identityOf(
  { tenant }: Context,
  { entityType, entityId, kind, recipient }: Wanted,
  occurrence: string,
): Identity {
  const id = reminderId({ tenant, entityType, entityId, kind, recipient })
  return { id, bucket: bucketOf(id), occurrence }
}

function readUser({ keyUser, reminderUserId }: Values): string {
  return readAgreed(keyUser, reminderUserId, '/value/reminderUserId', (text, field) => {
    const chat = typeof text === 'string' ? readChat(text) : null
    if (typeof text === 'string' && chat && !chat.isGroup && chat.topic === null) return text
    throw refuse(text === undefined ? 'missing_field' : 'invalid_input', 'Not a Telegram user.', {
      field,
      accepted: 'the id of a Telegram user, such as 123456789',
    })
  })
}

/** What the key says counts; a reminder that says something else of itself is nobody's. */
function readAgreed(
  inKey: unknown,
  inside: unknown,
  field: string,
  read: (value: unknown, field: string) => string,
): string {
  const text = read(idOrText(inKey ?? inside), inKey === undefined ? field : '/key')
  if (inKey === undefined || inside === undefined || read(idOrText(inside), field) === text) return text
  throw refuse('invalid_input', 'The key says something else.', { field, accepted: 'what the key says' })
}

function idOrText(value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : idText(value)
}

/** Longer texts than a title holds go on in the body: no reminder is lost for its length. */
function readTexts(value: unknown): { title: string; body?: string } {
  const field = '/value/reminderString'
  const text = readText(value, field, { charsMax: limits.titleCharsMax + limits.bodyCharsMax }).trim()
  if (text === '') throw refuse('missing_field', 'The reminder says nothing.', { field, accepted: 'a text' })
  const title = cutText(text, limits.titleCharsMax)
  const body = text.slice(title.length)
  return body === '' ? { title } : { title, body: readText(body, field, { charsMax: limits.bodyCharsMax }) }
}

/** As the database has them (a Date), or a dump: ISO 8601, or `{ "$date": … }` with that or milliseconds in it. */
function readMs(value: unknown, field: string): number {
  const plain = isWrapped(value) ? value.$date : value
  const ms =
    plain instanceof Date
      ? plain.getTime()
      : isWrapped(value)
        ? wrappedMs(plain, field)
        : requireTime(plain, 'UTC', field)
  if (ms >= 0 && ms < yearTenThousandMs) return ms
  throw new BelfryError('impossible_date', 'Not a date.', { field, accepted: 'a date from 1970 to 9999' })
}

const yearTenThousandMs = Date.UTC(10_000, 0)

function isWrapped(value: unknown): value is { readonly $date: unknown } {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, '$date')
}

function wrappedMs(value: unknown, field: string): number {
  return typeof value === 'number' && Number.isInteger(value) ? value : requireTime(value, 'UTC', field)
}
