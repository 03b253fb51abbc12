// One message in the words of its template, for one format. A template of one's own that cannot be used (it says too much, or an
// older Belfry has let it in) never keeps a message back: the built-in one is used instead.

import type { ComposedMessage, Content, Format } from '../channels/content.ts'
import { cutWithMark as cut } from '../cut-text.ts'
import type { ZoneRules } from '../time/zone-rules.ts'
import { type BuiltIn, builtInFor, localeOfWords, wordsFor } from './built-in.ts'
import type { Detailed } from './details.ts'
import { membersOf } from './details.ts'
import { write } from './escape.ts'
import { chatOf, htmlOf, textOf } from './lines.ts'
import { momentsOf, spanOf } from './moments.ts'
import type { Compiled } from './own.ts'
import { render, type Values } from './template.ts'
import { type Facts, valuesOf } from './values.ts'

export interface ToSay {
  readonly message: ComposedMessage
  readonly detailed: Detailed
  readonly actions: Content['actions']
  /** Of the meeting that it is about. */
  readonly calendar: Content['calendar']
  /** The template that was chosen; null: the built-in one. */
  readonly own: Compiled | null
  readonly rules: ZoneRules
  /** Told why the own template was not used. */
  readonly broken: (error: unknown) => void
}

type Texts = Pick<Content, 'subject' | 'text' | 'html'>

/** Never throws for what a message says. */
export function contentOf(format: Format, toSay: ToSay): Content {
  const { message, detailed, actions } = toSay
  const always = { actions, recipientName: detailed.about.recipientName, count: message.members?.length ?? 1 }
  try {
    const place = { timezone: message.timezone, rules: toSay.rules, isChat: format === 'chat' }
    const moments = momentsOf(message, detailed.about, place)
    const isSummary = membersOf(message).length > 0
    const calendar = isSummary ? null : toSay.calendar
    const span = isSummary || calendar ? null : spanOf(message, detailed.about, moments, message.timezone)
    return { ...textsOf(format, toSay, moments), ...always, span, calendar }
  } catch (error) {
    // A zone that this machine does not know yet: what the caller said can be said without it.
    toSay.broken(error)
    return { ...bareTexts(message), ...always, span: null, calendar: null }
  }
}

function bareTexts({ title, body }: ComposedMessage): Texts {
  const subject = write(title ?? body ?? '', 'line')
  return {
    subject,
    text: [title, body].flatMap((text) => (text ? [write(text, 'text')] : [])).join('\n\n'),
    html: null,
  }
}

function textsOf(format: Format, toSay: ToSay, moments: Facts['moments']): Texts {
  const { message, detailed, actions, own, rules } = toSay
  const { untitled, more } = itemWordsFor(message.locale)
  const isChat = format === 'chat'
  const facts = { message, detailed, actions, moments, rules, isChat, itemWords: { untitled, more } }
  const builtIn = builtInFor(message, moments.dueMs, detailed.about.nowMs, isChat)
  const plain = () =>
    builtInTexts(format, builtIn, valuesOf({ ...facts, locale: localeOfWords(message.locale), isShort: isChat }))
  if (!own) return plain()
  try {
    return ownTexts(format, own, valuesOf({ ...facts, locale: message.locale }), plain)
  } catch (error) {
    toSay.broken(error)
    return plain()
  }
}

function itemWordsFor(locale: string): Facts['itemWords'] {
  const words = wordsFor(locale)
  return {
    untitled: words.topics.other.name,
    more: (count) => words.more.replace('{count}', String(count)),
  }
}

function builtInTexts(format: Format, builtIn: BuiltIn, values: Values): Texts {
  const { heading, subject, text, short } = builtIn
  // Without a title, what kind of thing it is stands in its place.
  const titled: Values = (name) => values(name) || (name === 'title' ? heading : '')
  const isBold = { isFirstBold: true }
  const html =
    format === 'email' ? htmlOf(text, titled, isBold) : format === 'chat' ? chatOf(text, titled, isBold) : null
  const said = { subject: render(subject, titled), text: textOf(format === 'push' ? short : text, titled), html }
  return fitted(format, said)
}

/** What it leaves out, or what comes out empty, is the built-in's. */
function ownTexts(format: Format, own: Compiled, values: Values, plain: () => Texts): Texts {
  const text = own.text && textOf(own.text, values)
  const subject = own.subject && render(own.subject, values)
  const isWhole = text && subject
  const other = isWhole ? null : plain()
  const said = {
    subject: subject || (other?.subject ?? ''),
    text: text || (other?.text ?? ''),
    html: text ? ownHtml(format, own, values) : (other?.html ?? null),
  }
  return fitted(format, said)
}

function ownHtml(format: Format, { text, html, chat }: Compiled, values: Values): string | null {
  if (format === 'email') return html ? render(html, values) : htmlOf(text!, values)
  if (format === 'chat') return chat ? render(chat, values) : chatOf(text!, values)
  return null
}

/** A notification has room for a few lines; Telegram takes 4,096 characters, without the tags, and `&lt;` is one of them. */
const pushSubjectMax = 120
const pushTextMax = 500
const chatMax = 4_096

function fitted(format: Format, { subject, text, html }: Texts): Texts {
  if (format === 'push') return { subject: cut(subject, pushSubjectMax), text: cut(text, pushTextMax), html: null }
  if (format !== 'chat') return { subject, text, html }
  // Markup cannot be cut: what is too long goes without.
  const visible = (html ?? '').replaceAll(/<[^<>]*>/g, '').replaceAll(/&[#\w]{1,8};/g, '&').length
  return { subject, text: cut(text, chatMax), html: visible <= chatMax ? html : null }
}
