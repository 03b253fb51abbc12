// When what a message was about takes place, in the words of the message, for whoever shows it elsewhere.

import type { ComposedMessage } from '../channels/content.ts'
import type { Context } from '../engine/context.ts'
import { localeOfWords } from './built-in.ts'
import { type About, readDetails } from './details.ts'
import { type Moments, momentsOf } from './moments.ts'
import { sayWhen } from './values.ts'

export interface When {
  readonly at: Date
  /** `10:00 AM – 11:30 AM CET`, on their clock and in the language of the built-in words. */
  readonly text: string
}

export async function whenOf(context: Context, message: ComposedMessage): Promise<When> {
  const [detailed] = await readDetails(context.db, [message])
  const { about } = detailed!
  const { timezone, locale } = message
  const moments = momentsOrRing(context, message, about)
  const listener = { timezone, locale: localeOfWords(locale), nowMs: about.nowMs }
  return { at: new Date(moments.dueMs), text: sayWhen(moments, listener) }
}

/** An anchor in a zone that this machine does not know yet keeps nobody from their page. */
function momentsOrRing({ rules }: Context, message: ComposedMessage, about: About): Moments {
  try {
    return momentsOf(message, about, { timezone: message.timezone, rules })
  } catch {
    return { dueMs: message.dueAt.getTime(), startMs: null, endMs: null }
  }
}
