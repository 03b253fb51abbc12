// Whose reminder it is. A button says that it was made here, and not for whom: whoever answers one asks here first.

import type { Reminder } from '../index.ts'
import type { BotContext } from './context.ts'
import { rightTo } from './rights.ts'

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

export type Stage = 'to come' | 'under way' | 'rang' | 'deleted' | 'over'

/** `under way`: it has fired, and is being sent or waits for that. `over`: it never rang, and will not. */
export function stageOf({ state }: Pick<Reminder, 'state'>): Stage {
  switch (state) {
    case 'scheduled':
    case 'waiting':
    case 'paused':
      return 'to come'
    case 'pending':
    case 'sending':
      return 'under way'
    case 'sent':
    case 'unknown':
      return 'rang'
    case 'cancelled':
    case 'skipped':
      return 'deleted'
    case 'failed':
    case 'suppressed':
    case 'expired':
    case 'quarantined':
      return 'over'
  }
}

/** Whether something of it is to come. */
export function isThere(reminder: Pick<Reminder, 'state'>): boolean {
  return stageOf(reminder) === 'to come'
}

const whys = { 'under way': 'isRinging', rang: 'hasRung', deleted: 'wasDeleted', over: 'isGone' } as const

/** Why nothing can be changed of one that is not there any more. */
export function whyOver(reminder: Pick<Reminder, 'state'>): (typeof whys)[keyof typeof whys] {
  const stage = stageOf(reminder)
  return stage === 'to come' ? 'isGone' : whys[stage]
}
