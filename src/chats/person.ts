// Who talks to a bot, and what it has to know of them. Zone, quiet hours and language of messages are the recipient's.

import type { Context } from '../engine/context.ts'
import { BelfryError } from '../errors.ts'
import { readBoolean, readId, readJson, readObject, readText, refuse } from '../input.ts'
import { durationMs } from '../time/duration.ts'
import type { ChatPerson, ChatPersonInput, ChatSettings } from './chat.ts'

interface PersonRow {
  readonly user_id: string
  readonly recipient: string | null
  readonly settings: ChatSettings
}

export async function findPerson(context: Context, user: string): Promise<ChatPerson | null> {
  const [row] = await context.db.run<PersonRow>('chat-person', [context.tenant, readUser(user, '/user')])
  return row ? toPerson(row) : null
}

export async function putPerson(context: Context, input: ChatPersonInput): Promise<ChatPerson> {
  const value = readObject(input, ['user', 'recipient', 'settings'], '')
  const user = readUser(value.user, '/user')
  const recipient = value.recipient === undefined ? null : readId(value.recipient, '/recipient')
  const settings = value.settings === undefined ? {} : readSettings(value.settings)
  const [row] = await context.db.run<PersonRow>('put-chat-person', [
    ...[context.tenant, user, recipient, readJson(settings, '/settings')],
  ])
  if (!row) throw unknownRecipient()
  return toPerson(row)
}

export async function forgetPerson(context: Context, user: string): Promise<void> {
  await context.db.run('forget-chat-person', [context.tenant, readUser(user, '/user')])
}

export function unknownRecipient(): BelfryError {
  return new BelfryError('unknown_recipient', 'There is no such recipient.', {
    field: '/recipient',
    accepted: 'the id of a recipient that was put before',
  })
}

/** As Telegram numbers them. */
export function readUser(value: unknown, field: string): string {
  return readText(value, field, { bytesMax: 16, pattern: /^[1-9][0-9]*$/, accepted: 'the id of a Telegram user' })
}

const languages = ['en', 'ko'] as const

function readSettings(input: unknown): ChatSettings {
  const value = readObject(input, ['language', 'defaultHour', 'nag', 'hasZone'], '/settings')
  const { language, defaultHour, nag, hasZone } = value
  return {
    ...(language !== undefined && { language: readLanguage(language) }),
    ...(defaultHour !== undefined && { defaultHour: readHour(defaultHour) }),
    ...(nag !== undefined && { nag: readNag(nag) }),
    ...(hasZone !== undefined && { hasZone: readBoolean(hasZone, '/settings/hasZone') }),
  }
}

function readLanguage(value: unknown): ChatSettings['language'] {
  const language = languages.find((one) => one === value)
  if (language !== undefined || value === null) return language ?? null
  throw refuse('invalid_input', 'Not a language of the bot.', {
    field: '/settings/language',
    accepted: `${languages.join(', ')} or null`,
  })
}

function readHour(value: unknown): string {
  return readText(value, '/settings/defaultHour', {
    ...{ bytesMax: 5, pattern: /^(?:[01][0-9]|2[0-3]):[0-5][0-9]$/, accepted: 'a time such as 09:00' },
  })
}

/** More often than every minute helps nobody. */
const nagMinMs = 60_000

function readNag(value: unknown): string | null {
  const field = '/settings/nag'
  if (value === null) return null
  if (durationMs(value, field, 1) >= nagMinMs) return value as string
  throw refuse('invalid_input', 'That is too often.', { field, accepted: 'a duration from PT1M to P1D' })
}

function toPerson({ user_id, recipient, settings }: PersonRow): ChatPerson {
  return { user: user_id, recipient, settings }
}
