// What the words of messages need to know beside the messages: two look-ups a batch, whatever its size. Texts of templates are
// read when they are needed for the first time: they are kept under the digest of what they say, so they are never outdated.

import type { MessageMember } from '../channels/channel.ts'
import type { ComposedMessage } from '../channels/content.ts'
import type { Database } from '../engine/database.ts'
import { languageOf } from '../time/say-moment.ts'

export interface AnchorRow {
  readonly nominal: string
  readonly timezone: string | null
}

/** Of the entity and of the person; null where there is none. */
export interface About {
  readonly nowMs: number
  readonly title: string | null
  readonly body: string | null
  readonly anchors: Readonly<Record<string, AnchorRow>> | null
  readonly version: number | null
  readonly location: unknown
  readonly recipientName: string | null
}

export interface Detailed {
  readonly about: About
  /** Of its members, in order. */
  readonly members: readonly About[]
}

/** In the order of the messages. */
export async function readDetails(db: Database, messages: readonly ComposedMessage[]): Promise<Detailed[]> {
  const asked = messages.flatMap((message) => [message, ...membersOf(message)])
  const owners = messages.flatMap((message) => [message, ...membersOf(message).map(() => message)])
  const rows = await db.run<About>('message-details', [
    owners.map(({ tenant }) => tenant),
    asked.map(({ entity }) => entity.type),
    asked.map(({ entity }) => entity.id),
    owners.map(({ recipient }) => recipient),
  ])
  let at = 0
  return messages.map((message) => {
    const from = at
    at += 1 + membersOf(message).length
    const [about, ...members] = rows.slice(from, at)
    return { about: about!, members }
  })
}

/** A message about one reminder has no members, unless it is a list by its nature. */
export function membersOf({ members = [], kind }: ComposedMessage): readonly MessageMember[] {
  return members.length > 1 || kind === 'resumed' ? members : []
}

/** Which template of their own messages have: its key, and the digest of its texts. */
export interface Chosen {
  readonly tenant: string
  readonly name: string
  readonly locale: string
  readonly digest: string
}

interface ChosenRow {
  readonly name: string | null
  readonly locale: string | null
  readonly digest: string | null
}

/** Null: a built-in one. Messages that are alike are asked about once. */
export async function chooseTemplates(
  db: Database,
  messages: readonly ComposedMessage[],
): Promise<readonly (Chosen | null)[]> {
  const keys = messages.map(({ tenant, channel, kind, entity, locale }) =>
    JSON.stringify([tenant, channel, kind, entity.type, locale]),
  )
  const distinct = [...new Set(keys)]
  const columns = distinct.map((key) => JSON.parse(key) as string[])
  const column = (i: number) => columns.map((values) => values[i]!)
  const languages = column(4).map(languageOf)
  const rows = await db.run<ChosenRow>('choose-templates', [...[0, 1, 2, 3, 4].map(column), languages])
  const chosen = new Map(
    rows.map(({ name, locale, digest }, i) => [
      distinct[i]!,
      name === null ? null : { tenant: columns[i]![0]!, name, locale: locale!, digest: digest! },
    ]),
  )
  return keys.map((key) => chosen.get(key) ?? null)
}
