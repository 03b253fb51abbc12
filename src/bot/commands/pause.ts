// /pause: everything, for a while or until /resume; or one that repeats, by its number. While everything is paused it is as if nobody were
// there to ring: what comes due is put off, and follows when the pause is over, as far as it is still useful then.

import type { Composer } from 'grammy'
import { post, viewerOf } from '../answering.ts'
import { mayChange } from '../changes.ts'
import type { BotContext } from '../context.ts'
import { settledTogether } from '../groups.ts'
import { sendList } from '../list-message.ts'
import { lookAtShown, type Obstacle, type Told, tell } from '../picking.ts'
import { momentWords, type Shown, together } from '../show.ts'
import { listMeant, type ShownItem } from '../shown-lists.ts'
import { type PauseWanted, readPause, readUntil } from '../until.ts'
import { listWords } from '../words/lists.ts'

export function installPause(composer: Composer<BotContext>): void {
  composer.command('pause', async (ctx) => {
    const shown = await pause(ctx, readPause(ctx.match))
    if (shown) await post(ctx, shown)
  })
}

/** Null: a list was shown instead. */
async function pause(ctx: BotContext, { picked, when }: PauseWanted): Promise<Shown | null> {
  const words = listWords(ctx.speaker.language)
  if (picked.kind === 'unclear') return together(words.untilNotUnderstood)
  if (picked.kind === 'numbers') {
    if (when !== null) return together(words.untilOnlyAll)
    return await pauseNumbers(ctx, picked.numbers)
  }
  const viewer = await viewerOf(ctx)
  const until = when === null ? null : readUntil(when, { ...viewer, defaultHour: ctx.speaker.defaultHour })
  if (until && until.kind !== 'until')
    return together(until.kind === 'past' ? words.untilPast : words.untilNotUnderstood)
  if (!(await mayChange(ctx))) return together(words.onlyAdminPauses)
  const { recipients } = ctx.ground.belfry
  const asked = until ? { until: until.at } : {}
  for (const id of await settledTogether(ctx)) await recipients.put({ id, paused: asked })
  // Not into quiet hours: it may end later than was asked.
  const end = (await recipients.get(ctx.speaker.recipient))?.paused?.until ?? until?.at ?? null
  return together(`${words.pausedAll(end && momentWords(end, viewer), ctx.speaker.isGroup)} ${words.pauseFate}`)
}

type Fate = 'paused' | 'rings once' | Obstacle

/** Null: the list is shown, because nobody knows which one was meant. */
async function pauseNumbers(ctx: BotContext, numbers: readonly number[]): Promise<Shown | null> {
  const words = listWords(ctx.speaker.language)
  const items = await itemsMeant(ctx, numbers)
  if (!items) return null
  const told: Told<Fate>[] = []
  for (const number of numbers) told.push({ number, ...(await pauseOne(ctx, items[number])) })
  return await tell<Fate>(ctx, told, {
    done: 'paused',
    head: (_, count) => words.pausedSome(count),
    sentences: { paused: null, 'rings once': (_, which) => words.ringsOnce(which) },
    tail: told.some(({ fate }) => fate === 'paused') ? words.resumeHint : null,
  })
}

/** What the numbers stand for; null: the list is shown once more, because that is not known. */
export async function itemsMeant(
  ctx: BotContext,
  numbers: readonly number[],
): Promise<Readonly<Record<number, ShownItem>> | null> {
  const words = listWords(ctx.speaker.language)
  const meant = await listMeant(ctx, numbers, ctx.msg?.reply_to_message?.message_id ?? null)
  if (meant.kind === 'list') return meant.list.items
  await sendList(ctx, { question: meant.kind === 'contested' ? words.contested : words.noListYet })
  return null
}

async function pauseOne(ctx: BotContext, item: ShownItem | undefined): Promise<Omit<Told<Fate>, 'number'>> {
  const { reminders } = ctx.ground.belfry
  const { obstacle, reminder } = await lookAtShown(ctx, item)
  if (obstacle !== null || !reminder) return { fate: obstacle ?? 'not shown', reminder }
  if (reminder.series === null) return { fate: 'rings once', reminder }
  await reminders.pause(reminder.id)
  return { fate: 'paused', reminder: await reminders.get(reminder.id) }
}
