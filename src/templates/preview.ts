// Preview: what a message would say, in every format, without sending anything. The template is one that is stored, one that is
// not yet, or whichever a message like the sample would have.

import { type ComposedMessage, type Content, type Format, formats } from '../channels/content.ts'
import { readClock } from '../engine/clock.ts'
import type { Context } from '../engine/context.ts'
import { BelfryError } from '../errors.ts'
import { readId, readJson, readList, readName, readObject, readText, refuse } from '../input.ts'
import { limits } from '../limits.ts'
import { instantNominal, parseMoment } from '../time/moment.ts'
import { canonicalZone } from '../time/zone.ts'
import { contentOf } from './content.ts'
import { type About, chooseTemplates } from './details.ts'
import type { Compiled, Texts } from './own.ts'
import { checkFields, getTemplate, readFor, readLocale, readTexts, type TemplateFor } from './templates.ts'

export interface TemplatePreviewInput {
  /** A template that is stored. */
  readonly name?: string
  readonly locale?: string | null
  /** One that is not: checked as `put` does. Left out like `name`: the one that such a message would have. */
  readonly template?: { readonly subject?: string | null; readonly text?: string | null; readonly html?: string | null }
  /** What the message is about: which channel, which kind of reminder, which type of entity. */
  readonly for?: TemplateFor
  readonly sample?: TemplateSample
  /** Left out: all of them. */
  readonly format?: Format
}

export interface TemplateSample {
  readonly title?: string | null
  readonly body?: string | null
  readonly data?: unknown
  /** When it takes place. Default: in 24 hours. */
  readonly at?: string | Date
  readonly end?: string | Date
  /** Default UTC. */
  readonly timezone?: string
  /** Of the person. Default: the template's, or en. */
  readonly locale?: string
  readonly recipient?: { readonly id?: string; readonly name?: string | null }
  readonly entityId?: string
  /** Titles of several that were put together. */
  readonly items?: readonly string[]
}

export interface TemplatePreview {
  /** Null: the built-in words, or a template that is not stored. */
  readonly template: { readonly name: string; readonly locale: string | null } | null
  readonly contents: { readonly [F in Format]?: Pick<Content, 'subject' | 'text' | 'html'> }
  /** Why the template could not be used with this sample, and the built-in words were. */
  readonly problem: string | null
}

const sampleFields = [...['title', 'body', 'data', 'at', 'end', 'timezone', 'locale', 'recipient', 'entityId', 'items']]

export async function previewTemplate(context: Context, input: TemplatePreviewInput = {}): Promise<TemplatePreview> {
  const value = readObject(input, ['name', 'locale', 'template', 'for', 'sample', 'format'], '')
  const purpose = value.for === undefined ? {} : readFor(context, value.for, '/for')
  const wanted = value.format === undefined ? formats : [readFormat(value.format)]
  const locale = readLocale(value.locale, '/locale')
  const { now } = await readClock(context)
  const named = await namedTemplate(context, value, purpose, locale)
  const fitting: TemplateFor = { ...named?.for, ...purpose }
  const sample = readSample(context, value.sample ?? {}, { nowMs: now.getTime(), fitting, locale })
  const found = named ?? (await fittingTemplate(context, sample.message))
  let problem: string | null = null
  const broken = (error: unknown) => {
    problem = error instanceof Error ? error.message : String(error)
  }
  const say = (format: Format) => {
    const own = found?.compiled ?? null
    const content = contentOf(format, {
      ...{ ...sample, own, actions: actionsOf(context), calendar: null, rules: context.rules, broken },
    })
    const { subject, text, html } = content
    return [format, { subject, text, html }] as const
  }
  const contents = Object.fromEntries(wanted.map(say))
  return { template: found?.key ?? null, contents, problem }
}

interface Found {
  readonly key: { readonly name: string; readonly locale: string | null } | null
  readonly for: TemplateFor
  readonly compiled: Compiled
}

async function namedTemplate(
  context: Context,
  value: Record<string, unknown>,
  purpose: TemplateFor,
  locale: string | null,
): Promise<Found | null> {
  if (value.template !== undefined) {
    if (value.name !== undefined)
      throw refuse('invalid_input', 'Two templates.', { field: '/name', accepted: 'name or template' })
    const given = readObject(value.template, ['subject', 'text', 'html'], '/template')
    const texts: Texts = { subject: null, text: null, html: null, ...readTexts(given, '/template') }
    return { key: null, for: purpose, compiled: checkFields(context, { ...texts, for: purpose }, '/template') }
  }
  if (value.name === undefined) return null
  const stored = await getTemplate(context, { name: readName(value.name, '/name'), locale })
  if (!stored) throw new BelfryError('not_found', 'There is no such template.', { field: '/name' })
  return foundOf(context, stored)
}

/** As a message would have it. */
async function fittingTemplate(context: Context, message: ComposedMessage): Promise<Found | null> {
  const [chosen] = await chooseTemplates(context.db, [message])
  const stored = chosen && (await getTemplate(context, { name: chosen.name, locale: chosen.locale || null }))
  return stored ? foundOf(context, stored) : null
}

function foundOf(
  context: Context,
  stored: Texts & { readonly name: string; readonly locale: string | null; readonly for: TemplateFor },
): Found {
  const { name, locale, for: purpose, subject, text, html } = stored
  return { key: { name, locale }, for: purpose, compiled: checkFields(context, { for: purpose, subject, text, html }) }
}

function readFormat(value: unknown): Format {
  const known = formats.find((format) => format === value)
  if (known) return known
  throw refuse('invalid_input', 'Not a format.', { field: '/format', accepted: formats.join(', ') })
}

interface Around {
  readonly nowMs: number
  readonly fitting: TemplateFor
  readonly locale: string | null
}

const dayMs = 86_400_000

function readSample(context: Context, value: unknown, { nowMs, fitting, locale }: Around) {
  const given = readObject(value, sampleFields, '/sample')
  const text = (name: 'title' | 'body', charsMax: number) =>
    given[name] == null ? null : readText(given[name], `/sample/${name}`, { charsMax })
  const timezone = given.timezone === undefined ? 'UTC' : canonicalZone(given.timezone as string, '/sample/timezone')
  const person = readObject(given.recipient ?? {}, ['id', 'name'], '/sample/recipient')
  const atMs = readAt(given.at, timezone, '/sample/at') ?? nowMs + dayMs
  const endMs = readAt(given.end, timezone, '/sample/end')
  const nominal = instantNominal(atMs)
  const shared = {
    entity: { type: fitting.entityType ?? 'note', id: readId(given.entityId ?? '1', '/sample/entityId') },
    kind: fitting.kind ?? 'once',
    occurrence: nominal,
    body: text('body', limits.bodyCharsMax),
    data: given.data === undefined ? null : JSON.parse(readJson(given.data, '/sample/data')),
    dueAt: new Date(nowMs),
  }
  const title = text('title', limits.titleCharsMax)
  const items = given.items === undefined ? [] : readList(given.items, 100, '/sample/items')
  const members = items.map((item, i) => ({
    ...{ ...shared, body: null, id: `sample-${i}` },
    title: readText(item, `/sample/items/${i}`, { charsMax: limits.titleCharsMax }),
  }))
  const message: ComposedMessage = {
    ...{ ...shared, title, timezone, id: 'sample', tenant: context.tenant, usefulUntil: null },
    recipient: readId(person.id ?? 'ana', '/sample/recipient/id'),
    locale: readLocale(given.locale, '/sample/locale') ?? locale ?? 'en',
    channel: fitting.channel ?? '',
    ...(members.length > 0 ? { members } : {}),
  }
  const name = person.name == null ? null : readText(person.name, '/sample/recipient/name', { charsMax: 200 })
  const anchors = { start: { nominal, timezone: null }, ...(endMs === null ? {} : { end: endAnchor(endMs) }) }
  const about: About = { nowMs, title, body: null, anchors, version: 1, location: null, recipientName: name }
  return { message, detailed: { about, members: members.map(() => ({ ...about, title: null })) } }
}

function endAnchor(endMs: number) {
  return { nominal: instantNominal(endMs), timezone: null }
}

function readAt(value: unknown, timezone: string, field: string): number | null {
  if (value === undefined || value === null) return null
  return parseMoment(value as string, { defaultTimezone: timezone, field }).instant.epochMilliseconds
}

/** Links that look like real ones, and lead nowhere. */
function actionsOf({ sending }: Context): Content['actions'] {
  const link = (action: string) => `${sending.publicUrl ?? 'https://belfry.example'}/r/sample${action}`
  return {
    ...{ open: link(''), done: link('?do=done'), snooze: link('?do=snooze'), unsubscribe: link('?do=unsubscribe') },
    token: 'sample',
  }
}
