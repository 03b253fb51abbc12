// How a value is written into a message, by the place it stands in. Whatever a value says, it stays a value: it opens no tag,
// ends no attribute, begins no header line and runs no script.

import { escapeHtml } from '../escape-html.ts'

/**
 * `text`: lines. `line`: one line, such as a subject. `html`: between tags. `chat`: the same for Telegram, which keeps line breaks.
 * `timedChat`: with moments that Telegram shows each reader on their own clock. `attribute`: in quotes. `url`: the whole of a link. `webUrl`: the same, without mailto. `urlPart`: inside a link.
 */
export type Form = 'text' | 'line' | 'html' | 'chat' | 'timedChat' | 'attribute' | 'url' | 'webUrl' | 'urlPart'

/** A text with a moment in it. */
export interface Timed {
  readonly before: string
  readonly said: string
  readonly after: string
  readonly atMs: number
  /** How Telegram says it, in its own letters: weekday, long or short date, short time. Empty: as it is said here. */
  readonly format: 'wDt' | 'wdt' | 't' | ''
}

export type Text = string | Timed

/** A text, or the items of a summary. */
export type Value = Text | readonly Text[]
type PlainValue = string | readonly string[]

const writers: Readonly<Record<Exclude<Form, 'timedChat'>, (value: PlainValue) => string>> = {
  text: (value) => (typeof value === 'string' ? toText(value) : value.map((item) => `- ${toLine(item)}`).join('\n')),
  line: (value) => toLine(asOne(value)),
  html: (value) => {
    if (typeof value === 'string') return escapeHtml(toText(value)).replaceAll('\n', '<br>\n')
    const items = value.map((item) => `<li>${escapeHtml(toLine(item))}</li>`)
    return items.length === 0 ? '' : `<ul>\n${items.join('\n')}\n</ul>`
  },
  chat: (value) =>
    escapeHtml(typeof value === 'string' ? toText(value) : value.map((item) => `\u2022 ${toLine(item)}`).join('\n')),
  attribute: (value) => escapeHtml(toLine(asOne(value))),
  url: (value) => escapeHtml(linkOf(asOne(value), ['http:', 'https:', 'mailto:'])),
  webUrl: (value) => escapeHtml(linkOf(asOne(value), ['http:', 'https:'])),
  urlPart: (value) => encodeURIComponent(toLine(asOne(value)).toWellFormed()).replaceAll("'", '%27'),
}

export function write(value: Value, form: Form): string {
  if (form !== 'timedChat') return writers[form](isList(value) ? value.map(plain) : plain(value))
  return isList(value) ? value.map((item) => `\u2022 ${timed(item, spaced).trim()}`).join('\n') : timed(value, toText)
}

function isList(value: Value): value is readonly Text[] {
  return Array.isArray(value)
}

function plain(text: Text): string {
  return typeof text === 'string' ? text : `${text.before}${text.said}${text.after}`
}

function timed(text: Text, clean: (part: string) => string): string {
  const part = (words: string) => escapeHtml(clean(words))
  if (typeof text === 'string') return part(text)
  const { before, said, after, atMs, format } = text
  const open = `<tg-time unix="${Math.floor(atMs / 1_000)}"${format && ` format="${format}"`}>`
  return `${part(before)}${open}${part(said)}</tg-time>${part(after)}`
}

function asOne(value: PlainValue): string {
  return typeof value === 'string' ? value : value.join('; ')
}

/** Line breaks of every kind are \n; other control characters are gone, but for the tab. */
export function toText(value: string): string {
  return value.replaceAll(/\r\n?|[\u0085\u2028\u2029]/g, '\n').replaceAll(controls, '')
}

/** On one line: what would begin another is a space. */
export function toLine(value: string): string {
  return spaced(value).trim()
}

function spaced(value: string): string {
  return value.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
}

const controls = /(?![\n\t])\p{Cc}/gu

/** As the browser would read it; nothing where that is no link of an allowed kind. */
function linkOf(value: string, protocols: readonly string[]): string {
  const trimmed = value.trim()
  if (/[\p{Cc}\s]/u.test(trimmed) || !URL.canParse(trimmed)) return ''
  const url = new URL(trimmed)
  return protocols.includes(url.protocol) ? url.href : ''
}
