// Whose reminder it is. A button says that it was made here, and not for whom: whoever answers one asks here first.

import type { Reminder } from '../index.ts'
import type { BotContext } from './context.ts'
import { rightTo } from './rights.ts'

export { isAdmin } from './rights.ts'

export type Found =
  | { readonly kind: 'found'; readonly reminder: Reminder }
  /** Nothing of that id; it is somebody else's; in a group it is another member's. */
  | { readonly kind: 'isGone' | 'notYours' | 'onlyMaker' }

/** A reminder that the speaker may change: of this chat, and in a group their own, or any for an admin. */
export async function reminderOfSpeaker(ctx: BotContext, id: string): Promise<Found> {
  const reminder = await ctx.ground.belfry.reminders.get(id)
  if (!reminder) return { kind: 'isGone' }
  const right = await rightTo(ctx, reminder)
  if (right === 'theirs') return { kind: 'found', reminder }
  return { kind: right === 'foreign' ? 'notYours' : 'onlyMaker' }
}

/** The Telegram user who made it; null: somebody elsewhere did. */
export function makerOf({ data }: Pick<Reminder, 'data'>): string | null {
  const by = typeof data === 'object' && data !== null && 'by' in data ? data.by : null
  return typeof by === 'string' || typeof by === 'number' ? String(by) : null
}

/** Whether something of it is to come. */
export function isThere({ state }: Pick<Reminder, 'state'>): boolean {
  return state === 'scheduled' || state === 'waiting' || state === 'paused'
}

/** Why nothing can be changed of one that is not there any more. */
export function whyOver({ state }: Pick<Reminder, 'state'>): 'wasDeleted' | 'isRinging' | 'hasRung' | 'isGone' {
  switch (state) {
    case 'cancelled':
      return 'wasDeleted'
    case 'sending':
    case 'pending':
      return 'isRinging'
    case 'sent':
    case 'unknown':
    case 'failed':
      return 'hasRung'
    default:
      return 'isGone'
  }
}
