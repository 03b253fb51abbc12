// Templates of one's own. A template has a name and a language, and says what it is for: a kind of reminder, a type of entity, a
// channel, or everything. For each message the one that fits best is used (storage/sql/choose-templates.sql has the rule).

import { createHash } from 'node:crypto'
import { audit, type Context } from '../engine/context.ts'
import { entityLock } from '../engine/key.ts'
import { notACursor, type Page, readLimit } from '../engine/page.ts'
import { checkVersion, readVersion } from '../engine/version.ts'
import { BelfryError } from '../errors.ts'
import { readName, readObject, readText, refuse } from '../input.ts'
import { limits } from '../limits.ts'
import { type Compiled, compile, namesIn, type Texts } from './own.ts'
import { isValueName, valueNames } from './values.ts'

/** What a template is for; what is left out is everything. */
export interface TemplateFor {
  readonly channel?: string
  readonly kind?: string
  readonly entityType?: string
}

/** A field that was left out keeps its value; null clears it. */
export interface TemplateInput {
  readonly name: string
  /** Its language: `ko`, `en-GB`. Null, the default: everybody whose language has none of its own. */
  readonly locale?: string | null
  readonly for?: TemplateFor
  /** One line. */
  readonly subject?: string | null
  readonly text?: string | null
  /** For email; for a channel like Telegram, in the few tags it knows. Left out, it is made from the text. */
  readonly html?: string | null
  /** Refused unless it is the template's version. */
  readonly version?: number
}

/** Which one of a name. */
export interface TemplateName {
  readonly name: string
  readonly locale?: string | null
}

export interface TemplateSummary {
  readonly name: string
  readonly locale: string | null
  readonly for: TemplateFor
  /** Which texts it has: subject, text, html. */
  readonly parts: readonly string[]
  readonly version: number
  readonly updatedAt: Date
}

export interface Template extends Omit<TemplateSummary, 'parts'>, Texts {}

interface TemplateRow extends Texts {
  readonly name: string
  readonly locale: string
  readonly channel: string
  readonly kind: string
  readonly entity_type: string
  readonly version: number
  readonly updated_ms: number
}

type Fields = Texts & { readonly for: TemplateFor }

export async function putTemplate(
  context: Context,
  input: TemplateInput,
): Promise<Template & { readonly created: boolean }> {
  const value = readObject(input, ['name', 'locale', 'for', 'subject', 'text', 'html', 'version'], '')
  const version = readVersion(value.version)
  const key = readKey(value)
  const patch = readPatch(context, value)
  // One at a time for a tenant: no two of them can be for the same.
  const lock = entityLock(context.tenant, 'belfry.templates', '')
  return await context.db.transaction(
    async (tx) => {
      const inside = { ...context, db: tx }
      const [there] = await tx.run<TemplateRow>('lock-template', [context.tenant, key.name, key.locale])
      checkVersion(version, there?.version)
      const fields = patch(there ? toTemplate({ ...there, updated_ms: 0 }) : emptyTemplate)
      checkFields(inside, fields)
      await checkBeside(inside, key, fields, there === undefined)
      await write(inside, key, fields)
      return { ...(await readTemplate(inside, key))!, created: there === undefined }
    },
    { lock },
  )
}

export async function getTemplate(context: Context, which: TemplateName | string): Promise<Template | null> {
  return await readTemplate(context, readWhich(which))
}

/** Without their texts. */
export async function listTemplates(
  context: Context,
  options: { readonly cursor?: string; readonly limit?: number } = {},
): Promise<Page<TemplateSummary>> {
  const value = readObject(options, ['cursor', 'limit'], '')
  const limit = readLimit(value.limit)
  const [name, locale] = value.cursor === undefined ? [null, null] : readCursor(value.cursor)
  const rows = await context.db.run<Omit<TemplateRow, keyof Texts> & { parts: string[] }>('templates', [
    ...[context.tenant, name, locale, limit + 1],
  ])
  const items = rows.slice(0, limit).map((row) => ({ ...aboutOf(row), parts: row.parts }))
  const last = rows.length > limit ? items.at(-1) : undefined
  return { items, nextCursor: last ? `${last.name}~${last.locale ?? ''}` : null }
}

/** Answers whether there was one. Messages then have the next one that fits, or the built-in words. */
export async function deleteTemplate(context: Context, which: TemplateName | string): Promise<boolean> {
  const { name, locale } = readWhich(which)
  return await context.db.transaction(async (tx) => {
    const deleted = await tx.run('delete-template', [context.tenant, name, locale])
    if (deleted.length === 0) return false
    await audit(context, tx, 'template_deleted', [{ data: { name, locale: locale || null } }])
    return true
  })
}

interface Key {
  readonly name: string
  /** '' for every language. */
  readonly locale: string
}

function readKey({ name, locale }: Record<string, unknown>): Key {
  return { name: readName(name, '/name'), locale: readLocale(locale, '/locale') ?? '' }
}

function readWhich(which: TemplateName | string): Key {
  return readKey(typeof which === 'string' ? { name: which } : readObject(which, ['name', 'locale'], ''))
}

/** As recipients' are kept. */
export function readLocale(value: unknown, field: string): string | null {
  if (value === undefined || value === null) return null
  const accepted = 'a language tag like en, ko or en-GB'
  const text = readText(value, field, { bytesMax: 35, accepted })
  try {
    return Intl.getCanonicalLocales(text)[0] ?? text
  } catch {
    throw refuse('invalid_input', 'Not a language.', { field, accepted })
  }
}

function readCursor(cursor: unknown): [name: string, locale: string] {
  const text = readText(cursor, '/cursor', { bytesMax: 400 })
  const at = text.lastIndexOf('~')
  if (at <= 0) throw notACursor()
  return [text.slice(0, at), text.slice(at + 1)]
}

const emptyTemplate: Fields = { for: {}, subject: null, text: null, html: null }

function readPatch(context: Context, value: Record<string, unknown>): (before: Fields) => Fields {
  const texts = readTexts(value, '')
  const given = value.for === undefined ? {} : { for: readFor(context, value.for, '/for') }
  return (before) => ({ ...pick(before), ...texts, ...given })
}

function pick({ for: purpose, subject, text, html }: Fields): Fields {
  return { for: purpose, subject, text, html }
}

/** Those that are given. Line breaks are \n. */
export function readTexts(value: Record<string, unknown>, field: string): Partial<Texts> {
  const one = (name: keyof Texts) => {
    if (value[name] === undefined) return {}
    if (value[name] === null) return { [name]: null }
    const rules = { bytesMax: limits.templateBytesMax }
    const text = readText(value[name], `${field}/${name}`, rules).replaceAll(/\r\n?/g, '\n')
    const isPlain = name === 'subject' ? !/[\p{Cc}\u2028\u2029]/u.test(text) : !/(?![\n\t])\p{Cc}/u.test(text)
    if (isPlain) return { [name]: text }
    throw refuse('invalid_input', 'A control character, or a line break in a line.', {
      field: `${field}/${name}`,
      accepted: name === 'subject' ? 'one line of text' : 'text with line breaks and tabs',
    })
  }
  return { ...one('subject'), ...one('text'), ...one('html') }
}

export function readFor(context: Context, value: unknown, field: string): TemplateFor {
  const { channel, kind, entityType } = readObject(value, ['channel', 'kind', 'entityType'], field)
  return {
    ...(channel == null ? {} : { channel: readChannel(context, channel, `${field}/channel`) }),
    ...(kind == null ? {} : { kind: readName(kind, `${field}/kind`) }),
    ...(entityType == null ? {} : { entityType: readName(entityType, `${field}/entityType`) }),
  }
}

function readChannel(context: Context, value: unknown, field: string): string {
  const name = readName(value, field)
  const channels = context.sending.channels.filter(({ format }) => format !== undefined)
  if (channels.some((channel) => channel.name === name)) return name
  const isKnown = context.channels.has(name)
  throw new BelfryError(
    'unknown_channel',
    isKnown ? `${name} shows titles and bodies as they were given.` : `There is no channel ${JSON.stringify(name)}.`,
    { field, accepted: channels.map((channel) => channel.name).join(', ') },
  )
}

/** What would not work is refused now, not when a message is due. Answers what it is read as. */
export function checkFields(context: Context, { for: purpose, ...texts }: Fields, field = ''): Compiled {
  const at = (name: string) => `${field}/${name}`
  if (texts.subject === null && texts.text === null)
    throw refuse('missing_field', 'It says nothing.', { field: at('text'), accepted: 'subject, text, or both' })
  if (texts.html !== null && texts.text === null) {
    const accepted = 'text beside the html, for whoever does not see HTML'
    throw refuse('missing_field', 'There is no text.', { field: at('text'), accepted })
  }
  const format = context.sending.channels.find(({ name }) => name === purpose.channel)?.format
  if (texts.html !== null && (format === 'push' || format === 'plain'))
    throw refuse('invalid_input', 'This channel shows no HTML.', { field: at('html'), accepted: 'subject and text' })
  const compiled = compile(texts, format === 'chat', field)
  const unknown = namesIn(compiled).find(({ name }) => !isValueName(name))
  if (!unknown) return compiled
  const shown = `{{${unknown.name}}}`
  const detail = {
    field: `${field}${unknown.field}`,
    accepted: `${valueNames.join(', ')}, and data.… for your own data`,
  }
  throw refuse('invalid_input', `There is no value ${shown}.`, detail)
}

async function checkBeside({ db, tenant }: Context, key: Key, { for: purpose }: Fields, isNew: boolean): Promise<void> {
  const [beside] = await db.run<{ count: number; same: string | null }>('templates-beside', [
    ...[tenant, key.name, key.locale, ...columnsOf(purpose)],
  ])
  if (beside?.same != null) {
    throw new BelfryError('in_use', `The template ${beside.same} is for the same.`, {
      field: '/for',
      accepted: 'another channel, kind, entityType or locale; or that name',
    })
  }
  if (isNew && (beside?.count ?? 0) >= limits.templatesMax)
    throw refuse('too_many', 'Too many templates.', { field: '/name', accepted: `at most ${limits.templatesMax}` })
}

function columnsOf({ channel = '', kind = '', entityType = '' }: TemplateFor): string[] {
  return [channel, kind, entityType]
}

async function write(context: Context, { name, locale }: Key, fields: Fields): Promise<void> {
  const { for: purpose, subject, text, html } = fields
  const digest = createHash('sha256')
    .update(JSON.stringify([purpose.channel ?? null, subject, text, html]))
    .digest('base64url')
  const written = await context.db.run('put-template', [
    ...[context.tenant, name, locale, ...columnsOf(purpose), subject, text, html, digest],
  ])
  if (written.length === 0) return
  await audit(context, context.db, 'template_changed', [
    { data: { name, locale: locale || null, for: purpose, digest } },
  ])
}

async function readTemplate(context: Context, { name, locale }: Key): Promise<Template | null> {
  const [row] = await context.db.run<TemplateRow>('template', [context.tenant, name, locale])
  return row ? toTemplate(row) : null
}

function toTemplate(row: TemplateRow): Template {
  const { subject, text, html } = row
  return { ...aboutOf(row), subject, text, html }
}

function aboutOf(row: Omit<TemplateRow, keyof Texts>): Omit<TemplateSummary, 'parts'> {
  const { name, locale, channel, kind, entity_type: entityType, version } = row
  return {
    name,
    locale: locale || null,
    for: { ...(channel && { channel }), ...(kind && { kind }), ...(entityType && { entityType }) },
    version,
    updatedAt: new Date(row.updated_ms),
  }
}
