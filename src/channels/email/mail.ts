// One mail, as both ways of sending it (SMTP, SendGrid) take it over: only these fields, each of them made here. Identical over
// all attempts of a delivery, so that whoever gets it twice can tell.

import type { Message } from '../channel.ts'
import type { CalendarPart, Content } from '../content.ts'
import { domainOf, type Mailbox } from './address.ts'
import { calendarFile } from './calendar-file.ts'
import { htmlOf, textOf } from './layout.ts'

export interface Mail {
  /** With its angle brackets. */
  readonly messageId: string
  /** Of the delivery, not of the attempt. */
  readonly date: Date
  readonly from: Mailbox
  readonly replyTo: Mailbox | null
  readonly to: Mailbox
  readonly subject: string
  readonly text: string
  readonly html: string
  /** A calendar file, where what it is about is a meeting, or has a time span. */
  readonly calendar: CalendarPart | null
  /** Beside those above. */
  readonly headers: Readonly<Record<string, string>>
}

export interface Sender {
  readonly from: Mailbox
  readonly replyTo: Mailbox | null
}

const subjectCharsMax = 300
const nameCharsMax = 100

/** `address` is one address, as readEmailAddress answers it. */
export function mailOf(message: Message, address: string, { from, replyTo }: Sender): Mail {
  const content = message.content ?? plainContent(message)
  const language = languageOf(message.locale)
  const { recipientName: name, calendar, span } = content
  return {
    messageId: `<${message.id}@${domainOf(from.address)}>`,
    date: message.dueAt,
    from,
    replyTo,
    to: { name: name === null ? null : oneLine(name, nameCharsMax) || null, address },
    subject: oneLine(content.subject, subjectCharsMax) || 'Reminder',
    text: textOf(content, language),
    html: htmlOf(content, language),
    calendar: calendar ?? (span && { method: 'PUBLISH', text: calendarFile(span, message.dueAt) }),
    headers: headersOf(content, language),
  }
}

/** Where nobody has composed it: a test send, a channel that is used by itself. */
function plainContent({ title, body }: Message): Content {
  const text = [title, body].filter((line) => line !== null).join('\n\n')
  const nothing = { html: null, actions: null, span: null, calendar: null, recipientName: null, count: 1 }
  return { subject: title ?? body ?? '', text, ...nothing }
}

/** Out-of-office robots stay silent, and mail programs offer to unsubscribe by themselves (RFC 3834, 2369, 8058). */
function headersOf({ actions }: Content, language: string): Record<string, string> {
  return {
    'Auto-Submitted': 'auto-generated',
    'X-Auto-Response-Suppress': 'All',
    'Content-Language': language,
    ...(actions ? { 'List-Unsubscribe': `<${actions.unsubscribe}>` } : {}),
    // RFC 8058 speaks of https alone.
    ...(actions?.unsubscribe.startsWith('https:') ? { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {}),
  }
}

/** Whatever would end a header, or is invisible in it, is a space. */
function oneLine(text: string, charsMax: number): string {
  const line = text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replaceAll(/ {2,}/g, ' ')
    .trim()
  const characters = [...line]
  return characters.length <= charsMax ? line : `${characters.slice(0, charsMax - 1).join('')}…`
}

/** A locale comes from a table that others may write: only a language tag goes into a header. */
function languageOf(locale: string): string {
  try {
    return Intl.getCanonicalLocales(locale)[0] ?? 'en'
  } catch {
    return 'en'
  }
}
