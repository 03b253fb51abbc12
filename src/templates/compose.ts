// Makes the words of messages: which template, in which language, with which values. A batch takes two look-ups, beside each
// other, and a third for a template that this process has not used yet.

import type { Actions, CalendarPart, ComposedMessage, Content, Format } from '../channels/content.ts'
import type { Database } from '../engine/database.ts'
import type { Logger } from '../log.ts'
import type { ZoneRules } from '../time/zone-rules.ts'
import { contentOf } from './content.ts'
import { type Chosen, chooseTemplates, readDetails } from './details.ts'
import { type Compiled, compile, type Texts } from './own.ts'
import { TooLong } from './template.ts'

export interface ComposeParts {
  readonly db: Database
  /** Signed links of one message; null where nobody knows how the server is reached. */
  readonly actionsOf: (message: ComposedMessage) => Promise<Actions | null>
  /** Of messages that are about a meeting, its calendar file; in the order of the messages. */
  readonly calendarsOf: (messages: readonly ComposedMessage[]) => Promise<readonly (CalendarPart | null)[]>
  readonly rules: ZoneRules
  readonly logger: Logger
  /** Templates that were used before. */
  readonly used: UsedTemplates
  /** Whether the HTML of a template for this channel is a chat's. */
  readonly isChat: (channel: string) => boolean
}

export async function compose(
  parts: ComposeParts,
  format: Format,
  messages: readonly ComposedMessage[],
): Promise<readonly Content[]> {
  if (messages.length === 0) return []
  const [details, chosen, actions, calendars] = await Promise.all([
    readDetails(parts.db, messages),
    chooseTemplates(parts.db, messages),
    Promise.all(messages.map((message) => parts.actionsOf(message))),
    format === 'email' ? parts.calendarsOf(messages) : [],
  ])
  const read = await readTemplates(parts, chosen)
  /** How much the messages said for which a template of this batch was too long. */
  const tooLong = new Map<Used, number>()
  return messages.map((message, i) => {
    const template = chosen[i] ?? null
    const own = template && (read.get(keyOf(template)) ?? null)
    // Whoever says as much again would only find out the same.
    const isKnown = own !== null && tooLong.has(own) && sizeOf(message) >= tooLong.get(own)!
    return contentOf(format, {
      ...{ message, detailed: details[i]!, actions: actions[i]!, rules: parts.rules },
      calendar: calendars[i] ?? null,
      own: isKnown ? null : (own?.compiled ?? null),
      broken: (error) => {
        if (!own) return
        if (error instanceof TooLong) tooLong.set(own, sizeOf(message))
        tellOnce(parts, template!, own, error)
      },
    })
  })
}

function sizeOf({ title, body, data }: ComposedMessage): number {
  return JSON.stringify([title, body, data]).length
}

/** A template that was read; null where it cannot be used. */
export interface Used {
  readonly compiled: Compiled | null
  isTold: boolean
}

const usedMax = 300

/** By the digest of what they say: an entry is never outdated. */
export class UsedTemplates {
  readonly #known = new Map<string, Used>()

  get(digest: string): Used | undefined {
    return this.#known.get(digest)
  }

  add(digest: string, used: Used): void {
    if (this.#known.size >= usedMax) this.#known.clear()
    this.#known.set(digest, used)
  }
}

interface TextsRow extends Texts {
  readonly tenant: string
  readonly name: string
  readonly locale: string
  readonly channel: string
  readonly digest: string
}

/** By key. One that was removed meanwhile is not there. */
async function readTemplates(
  parts: ComposeParts,
  chosen: readonly (Chosen | null)[],
): Promise<ReadonlyMap<string, Used>> {
  const wanted = new Map(chosen.flatMap((one) => (one ? [[keyOf(one), one] as const] : [])))
  const found = new Map<string, Used>()
  for (const [key, { digest }] of wanted) {
    const used = parts.used.get(digest)
    if (used) found.set(key, used)
  }
  const missing = [...wanted].filter(([key]) => !found.has(key)).map(([, one]) => one)
  if (missing.length === 0) return found
  const columns = [missing.map((one) => one.tenant), missing.map(({ name }) => name), missing.map((one) => one.locale)]
  for (const row of await parts.db.run<TextsRow>('template-texts', columns)) {
    const used = usable(parts, row)
    parts.used.add(row.digest, used)
    found.set(keyOf(row), used)
  }
  return found
}

function usable(parts: ComposeParts, row: TextsRow): Used {
  const used = { compiled: null, isTold: false }
  try {
    return { ...used, compiled: compile(row, parts.isChat(row.channel)) }
  } catch (error) {
    tellOnce(parts, row, used, error)
    return used
  }
}

/** What is wrong with it is said by its place and its rule; texts of people stay out of logs. */
function tellOnce(
  { logger }: ComposeParts,
  { tenant, name, locale }: Omit<Chosen, 'digest'>,
  used: Used,
  error: unknown,
) {
  if (used.isTold) return
  used.isTold = true
  const why = error instanceof Error ? error.message : 'unreadable'
  logger.warn({ tenant, template: name, locale, why }, 'a template cannot be used: the built-in one is')
}

function keyOf({ tenant, name, locale }: Omit<Chosen, 'digest'>): string {
  return JSON.stringify([tenant, name, locale])
}
