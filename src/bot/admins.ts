// Who may change what concerns everybody in a group.

import type { Context } from 'grammy'

/** In a private chat everybody is their own. */
export async function isAdmin(ctx: Pick<Context, 'api' | 'chat' | 'from'>): Promise<boolean> {
  const { chat, from } = ctx
  if (!chat || !from) return false
  if (chat.type === 'private') return true
  const { status } = await ctx.api.getChatMember(chat.id, from.id)
  return status === 'creator' || status === 'administrator'
}
