import type { Context } from 'grammy'
import { saidToBot } from '../groups.ts'

/** What was written, or what stands below a picture; null: nothing of the kind. */
export function textOf(ctx: Context): string | null {
  const text = saidToBot(ctx) ?? (ctx.message ?? ctx.editedMessage)?.caption?.trim() ?? ''
  return text === '' ? null : text
}
