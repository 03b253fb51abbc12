// What the service worker (web/service-worker) gets: short JSON. A push service takes about four thousand bytes, so a text that is too
// long is cut; a message never fails for its length.

import * as crypto from 'node:crypto'
import type { Message } from '../channel.ts'
import { plaintextBytesMax } from './encrypt.ts'

export interface Payload {
  /** The delivery: a repeated one is not shown again. */
  readonly id: string
  readonly tag: string
  readonly title: string
  readonly body: string
  /** What a click opens; null: the page at the root of the server. */
  readonly url: string | null
  /** Posted to /r/{token} by the buttons; null: there are none. */
  readonly token: string | null
  readonly actions: readonly { readonly action: 'done' | 'snooze'; readonly title: string }[]
  readonly due: string
  readonly lang: string
}

const buttons: Readonly<Record<string, { readonly done: string; readonly snooze: string }>> = {
  en: { done: 'Done', snooze: 'Snooze' },
  ko: { done: '완료', snooze: '나중에' },
}

export function payloadOf(message: Message): Buffer {
  const { id, content, locale } = message
  const token = content?.actions?.token ?? null
  const words = buttons[locale.split('-')[0]!.toLowerCase()] ?? buttons.en!
  const whole: Payload = {
    id,
    tag: id,
    title: content?.subject ?? message.title ?? message.body ?? '',
    body: content ? withoutTitle(content.text, content.subject) : (message.body ?? ''),
    url: ownUrl(message.data) ?? content?.actions?.open ?? null,
    token,
    actions: token === null ? [] : (['done', 'snooze'] as const).map((action) => ({ action, title: words[action] })),
    due: message.dueAt.toISOString(),
    lang: locale,
  }
  return Buffer.from(JSON.stringify(cut(cut(whole, 'body'), 'title')))
}

/** A plain text begins with its title, which a notification shows by itself. */
function withoutTitle(text: string, title: string): string {
  return text === title ? '' : text.startsWith(`${title}\n`) ? text.slice(title.length).trimStart() : text
}

/** Whoever scheduled it may say what a click opens: `data: { url: 'https://…' }`. */
function ownUrl(data: unknown): string | null {
  const url = typeof data === 'object' && data !== null && 'url' in data ? data.url : undefined
  return typeof url === 'string' && url.length <= 1_000 && /^https:\/\//i.test(url) && URL.canParse(url) ? url : null
}

/** As many characters as fit, and an ellipsis. Halved by code points: half of one is no text. */
function cut(payload: Payload, field: 'body' | 'title'): Payload {
  if (fits(payload)) return payload
  const characters = Array.from(payload[field])
  const shortened = (count: number) => ({ ...payload, [field]: `${characters.slice(0, count).join('').trimEnd()}…` })
  let most = 0
  for (let least = characters.length; most < least; ) {
    const middle = Math.ceil((most + least) / 2)
    if (fits(shortened(middle))) most = middle
    else least = middle - 1
  }
  return most === 0 ? { ...payload, [field]: '' } : shortened(most)
}

function fits(payload: Payload): boolean {
  return Buffer.byteLength(JSON.stringify(payload)) <= plaintextBytesMax
}

/** At most 32 characters of base64url: a push service keeps one waiting message a topic, so a repeated one takes its own place. */
export function topicOf(id: string): string {
  return crypto.createHash('sha256').update(id).digest('base64url').slice(0, 32)
}
