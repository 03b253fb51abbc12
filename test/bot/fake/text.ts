// Texts as Telegram reads them: the tags that it knows become entities, and what it does not know it refuses.

import { refuse } from './refusal.ts'

export interface Entity {
  readonly type: string
  readonly offset: number
  readonly length: number
  readonly url?: string
  readonly unix_time?: number
  readonly date_time_format?: string
}

export interface Formatted {
  readonly text: string
  readonly entities: readonly Entity[]
}

const tags: Record<string, string> = {
  ...{ b: 'bold', strong: 'bold', i: 'italic', em: 'italic', u: 'underline', ins: 'underline' },
  ...{ s: 'strikethrough', strike: 'strikethrough', del: 'strikethrough', code: 'code', pre: 'pre' },
  ...{ a: 'text_link', 'tg-spoiler': 'spoiler', blockquote: 'blockquote', 'tg-time': 'date_time' },
}
const named: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"' }
const given = new Set([...Object.values(tags), 'mention', 'bot_command', 'url', 'hashtag', 'text_mention'])

/** What a message says, from text and parse_mode or entities. */
export function readFormatted(text: unknown, payload: Record<string, unknown>): Formatted {
  if (typeof text !== 'string' || text.trim() === '') throw refuse(400, 'Bad Request: message text is empty')
  const { parse_mode: mode, entities } = payload
  const formatted =
    mode === undefined
      ? { text, entities: checked(text, (entities as readonly Entity[] | undefined) ?? []) }
      : mode === 'HTML'
        ? readHtml(text)
        : refused(`Bad Request: unsupported parse_mode`)
  if (formatted.text.trim() === '') throw refuse(400, 'Bad Request: message text is empty')
  if (formatted.text.length > 4_096) throw refuse(400, 'Bad Request: message is too long')
  return formatted
}

function refused(description: string): never {
  throw refuse(400, description)
}

function checked(text: string, entities: readonly Entity[]): readonly Entity[] {
  for (const { type, offset, length, unix_time } of entities) {
    if (!given.has(type)) refused('Bad Request: unknown entity type')
    if (!Number.isInteger(offset) || !Number.isInteger(length) || offset < 0 || length < 1)
      refused('Bad Request: entity has no place')
    if (offset + length > text.length) refused('Bad Request: entity ends beyond the text')
    if (type === 'date_time' && !Number.isInteger(unix_time)) refused('Bad Request: date_time without unix_time')
  }
  return entities
}

const pieces = /<(\/?)([a-z][a-z0-9-]*)([^<>]*)>|&(#[0-9]+|#x[0-9a-f]+|[a-z]+);|[^<&]+|[<&]/gi

/** As strict as Telegram: a lone `<`, a tag that it does not know, or one that is not closed in order is refused. */
export function readHtml(html: string): Formatted {
  let text = ''
  const open: { name: string; offset: number; attributes: string }[] = []
  const entities: Entity[] = []
  for (const [piece, slash, tag, attributes = '', entity] of html.matchAll(pieces)) {
    if (tag !== undefined) {
      const name = tag.toLowerCase()
      if (!tags[name]) refused(`Bad Request: can't parse entities: Unsupported start tag "${name}"`)
      if (slash === '') open.push({ name, offset: text.length, attributes })
      else {
        const last = open.pop()
        if (last?.name !== name) refused(`Bad Request: can't parse entities: Unmatched end tag "${name}"`)
        else if (text.length > last.offset) entities.push(entityOf(last, text.length))
      }
    } else if (entity !== undefined) text += characterOf(entity, piece)
    else if (piece === '<') refused("Bad Request: can't parse entities: Unclosed start tag")
    else text += piece
  }
  if (open.length > 0) refused(`Bad Request: can't parse entities: Can't find end tag for "${open[0]!.name}"`)
  return { text, entities: entities.toSorted((a, b) => a.offset - b.offset) }
}

function entityOf(tag: { name: string; offset: number; attributes: string }, end: number): Entity {
  const attribute = (name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(tag.attributes)?.[1]
  const url = attribute('href')
  const unix = attribute('unix')
  if (tag.name === 'tg-time' && !/^[0-9]+$/.test(unix ?? '')) refused("Bad Request: can't parse entities: no unix time")
  return {
    ...{ type: tags[tag.name]!, offset: tag.offset, length: end - tag.offset },
    ...(url !== undefined && { url }),
    ...(unix !== undefined && { unix_time: Number(unix), date_time_format: attribute('format') ?? '' }),
  }
}

function characterOf(entity: string, piece: string): string {
  if (entity.startsWith('#x')) return String.fromCodePoint(Number.parseInt(entity.slice(2), 16))
  if (entity.startsWith('#')) return String.fromCodePoint(Number(entity.slice(1)))
  return named[entity] ?? piece
}

/** Commands, mentions and links in what somebody typed, as Telegram marks them. */
export function entitiesOf(text: string): readonly Entity[] {
  const found: Entity[] = []
  const add = (type: string, pattern: RegExp) => {
    for (const match of text.matchAll(pattern)) {
      const [, before = '', body = ''] = match
      found.push({ type, offset: match.index + before.length, length: body.length })
    }
  }
  add('bot_command', /(^|[\s(])(\/[A-Za-z0-9_]{1,32}(?:@[A-Za-z0-9_]{3,32})?)(?![A-Za-z0-9_/])/g)
  add('mention', /(^|[^A-Za-z0-9_/@])(@[A-Za-z0-9_]{3,32})(?![A-Za-z0-9_])/g)
  add('url', /(^|\s)(https?:\/\/\S+)/g)
  return found.toSorted((a, b) => a.offset - b.offset)
}
