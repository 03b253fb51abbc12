// A reply to a message that rang: "done", or a time, which means again then. The same as its buttons.

import type { ActionInput } from '../../index.ts'
import { answer } from '../answering.ts'
import type { BotContext } from '../context.ts'
import { readDraft } from '../draft.ts'
import { actInWords, deliveryOf } from '../ringing.ts'
import { readerOf } from './ask.ts'

/** False: it is something else. */
export async function answerRing(ctx: BotContext, text: string): Promise<boolean> {
  const { reply_to_message: original } = ctx.message ?? {}
  if (original?.from?.id !== ctx.me.id) return false
  const delivery = deliveryOf(ctx.ground, original.reply_markup)
  const wanted = delivery === null ? null : await wantedOf(ctx, text)
  if (delivery === null || !wanted) return false
  await answer(ctx, await actInWords(ctx, delivery, wanted))
  return true
}

const done =
  /^(?:(?:i'?m |it'?s |i |all )?(?:done|did it|finished)|완료|완료했어요?|다 ?했어요?|했어요?|끝|끝났어요?)[\s.!~]*$/i

/** Null: neither done nor a time alone. */
async function wantedOf(ctx: BotContext, text: string): Promise<ActionInput | null> {
  if (done.test(text.normalize('NFC').trim())) return { action: 'done' }
  const reading = readDraft(text, await readerOf(ctx))
  if (reading.kind !== 'ready' || !saysLater(reading.what) || reading.when.rule || reading.when.repeat) return null
  const { at, timezone = ctx.speaker.zone } = reading.when
  return { action: 'snooze', until: at, ...(at.endsWith('Z') ? {} : { timezone }) }
}

/** "Again in 1 hour", "snooze until tomorrow at 9" */
function saysLater(what: string): boolean {
  return /^(?:again|snooze|later|remind me(?: again)?|다시|나중에|미뤄\s?줘요?|미뤄\s?주세요)?$/i.test(what.trim())
}
