// Who may change what concerns everybody in a group.

import type { BotContext } from './context.ts'
import { isAdmin } from './whose.ts'

/** Everybody changes their own; a group's settings are its admins'. */
export async function mayChange(ctx: BotContext): Promise<boolean> {
  return !ctx.speaker.isGroup || (await isAdmin(ctx))
}
