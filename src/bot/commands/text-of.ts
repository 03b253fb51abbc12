import * as crypto from 'node:crypto'
import type { Context } from 'grammy'
import { saidToBot } from '../groups.ts'

/** What was written, or what stands below a picture; null: nothing of the kind. */
export function textOf(ctx: Context): string | null {
  const text = saidToBot(ctx) ?? (ctx.message ?? ctx.editedMessage)?.caption?.trim() ?? ''
  return text === '' ? null : text
}

/** A mark of it, by which it is known again without keeping it. */
export function saidMark(ctx: Context): string {
  return crypto
    .createHash('sha256')
    .update(textOf(ctx) ?? '')
    .digest('base64url')
    .slice(0, 16)
}
