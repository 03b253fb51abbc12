// Reminders that are made of messages: each is named after its message, so that the same update twice makes one. What was made of a
// message, and where it was echoed, is remembered: whoever edits the message means that reminder.

import type { Reminder } from '../index.ts'
import type { BotFlavor, Ground } from './context.ts'
import { asContent, type Offered, withNag } from './draft.ts'
import type { When } from './language/index.ts'
import { isPast } from './undo.ts'

/** How many reminders of one person, or of one group, may be to come. Nobody has so many by hand. */
export const remindersMax = 10_000

export interface Made {
  readonly reminder: string
  /** The message that shows it; null: none arrived. */
  readonly echo: number | null
  /** What of it the message says. */
  readonly part: 'all' | 'what' | 'when'
  /** A mark of what the message said: Telegram tells of edits that change nothing of it. */
  readonly said?: string
  /** How else it could have been meant. */
  readonly other?: Offered | null
}

export async function readMade({ ground, speaker }: BotFlavor, message: number): Promise<Made | null> {
  const { user, chat } = speaker
  return await ground.belfry.chats.readState<Made>({ user, chat, name: `made:${message}` })
}

export async function writeMade({ ground, speaker }: BotFlavor, message: number, made: Made): Promise<void> {
  const { user, chat } = speaker
  await ground.belfry.chats.writeState({ user, chat, name: `made:${message}` }, made)
}

const prefix = 'tg'

/** The message that it was made of in this chat; null: none. */
export function sourceOf({ entity }: Pick<Reminder, 'entity'>, { chat }: { readonly chat: string }): number | null {
  const [head, where, message] = entity.id.split(':')
  return entity.type === 'note' && head === prefix && where === chat ? Number(message) : null
}

export interface Draft {
  /** The message that it is named after. */
  readonly source: number
  readonly what: string
  readonly when: When
}

/** `full`: there are too many already. `past`: its moment has passed while it was talked about. */
export async function makeReminder(
  { ground, speaker }: BotFlavor,
  draft: Draft,
  now: Date,
): Promise<Reminder | 'full' | 'past'> {
  const { reminders } = ground.belfry
  const { recipient, nag, user, chat } = speaker
  const entity = { type: 'note', id: `${prefix}:${chat}:${draft.source}` }
  // An update that comes again because its end was not written down: "in 5 minutes" is counted from when it first came.
  const there = await madeBefore(ground, entity, recipient)
  if (there) return there
  if (isPast(draft.when, speaker.zone, now)) return 'past'
  if ((await reminders.count({ recipient, atMost: remindersMax })) >= remindersMax) return 'full'
  const when = withNag(draft.when, nag)
  const { id } = await reminders.schedule({ entity, recipient, ...asContent(draft.what), ...when, data: { by: user } })
  return (await reminders.get(id))!
}

/** To come, or rung or deleted since. */
async function madeBefore({ belfry }: Ground, entity: Reminder['entity'], recipient: string): Promise<Reminder | null> {
  const [toCome] = (await belfry.reminders.list({ entity, recipient })).items
  if (toCome) return toCome
  const [delivery] = (await belfry.deliveries.list({ entity, recipient, limit: 1 })).items
  return delivery ? await belfry.reminders.get(delivery.reminderId) : null
}
