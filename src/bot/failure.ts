// What somebody hears whose update could not be handled. Where it was the answer that failed, it may have arrived: that is said, and
// nothing is sent again.

import { type Api, GrammyError, HttpError } from 'grammy'
import type { Update, User } from 'grammy/types'
import { BelfryError, type Verbs } from '../index.ts'
import { threadOf } from './answering.ts'
import type { Language } from './language/index.ts'
import { languageOf } from './speaker.ts'
import { coreWords } from './words/core.ts'

/** What may be logged: what Telegram or Belfry said, or where it happened. None of it has the token or somebody's text in it. */
export function errorWords(error: unknown): string {
  if (error instanceof GrammyError) return `${error.method}: ${error.error_code} ${error.description}`
  if (error instanceof HttpError) return error.message
  if (error instanceof BelfryError) return `${error.code}: ${error.message}`
  if (!(error instanceof Error)) return 'unknown'
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return [error.name, ...frames.slice(0, 5).map((line) => line.trim())].join(' ')
}

export async function tellOfFailure(api: Api, belfry: Verbs, update: Update, error: unknown): Promise<void> {
  if (isBlocked(error)) return
  const query = update.callback_query
  const message = update.message ?? update.edited_message ?? query?.message
  const from = query?.from ?? update.message?.from ?? update.edited_message?.from
  try {
    const words = coreWords(await languageFor(belfry, from))
    const text = isLost(error) ? words.maybeLost : words.failed
    if (query) await api.answerCallbackQuery(query.id, { text })
    else if (message) await api.sendMessage(message.chat.id, text, threadOf(message))
  } catch {
    // Telegram does not take that either. It is logged what went wrong at first.
  }
}

/** As they chose it; where that cannot be read either, as their Telegram has it. */
async function languageFor({ chats }: Verbs, from: User | undefined): Promise<Language> {
  const person = from ? await chats.person(String(from.id)).catch(() => null) : null
  return person?.settings.language ?? languageOf(from?.language_code)
}

// What happens inside a talk arrives as a copy, which has the words of the error and not its class.

/** It may have arrived. */
function isLost(error: unknown): boolean {
  return (
    error instanceof HttpError || (error instanceof Error && /^Network request for '\w+' failed/.test(error.message))
  )
}

/** Nobody is there to hear it. */
function isBlocked(error: unknown): boolean {
  if (error instanceof GrammyError) return error.error_code === 403
  return error instanceof Error && /^Call to '\w+' failed! \(403:/.test(error.message)
}
