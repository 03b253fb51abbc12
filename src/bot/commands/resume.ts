// /resume: ends a pause of everything, or of one. What was paused one by one goes on only when it is named, or with all.

import type { Composer } from 'grammy'
import type { Reminder } from '../../index.ts'
import { post } from '../answering.ts'
import { mayChange } from '../changes.ts'
import type { BotContext } from '../context.ts'
import { everything } from '../everything.ts'
import { settledTogether } from '../groups.ts'
import { sendPage } from '../list-message.ts'
import { readNumbers } from '../numbers.ts'
import { type Looked, lookAt, lookAtShown, type Obstacle, type Told, tell } from '../picking.ts'
import { type Shown, together } from '../show.ts'
import { listWords } from '../words/lists.ts'
import { itemsMeant } from './pause.ts'

/** Named at once; who has more says it again. */
const listedMax = 50

export function installResume(composer: Composer<BotContext>): void {
  composer.command('resume', async (ctx) => {
    for (const shown of await resume(ctx, ctx.match)) await post(ctx, shown)
  })
}

async function resume(ctx: BotContext, said: string): Promise<Shown[]> {
  const words = listWords(ctx.speaker.language)
  const picked = readNumbers(said)
  if (picked.kind === 'numbers') return await resumeNumbers(ctx, picked.numbers)
  if (picked.kind === 'unclear') return [together(words.resumeWhich)]
  const whole = await resumeEverything(ctx)
  const single = (await everything(ctx)).filter(isPausedAlone).slice(0, listedMax)
  if (picked.kind === 'all' && single.length > 0) return [...whole, ...(await resumeAll(ctx, single))]
  if (whole.length > 0 || single.length === 0) return whole.length > 0 ? whole : [together(words.nothingPaused)]
  const rows = single.map((reminder, i) => ({ number: i + 1, reminder }))
  await sendPage(ctx, { page: 0, rows, cursors: [null] }, { title: words.pausedOnes, question: words.resumeWhich })
  return []
}

/** By itself, and not because everything of theirs is. */
function isPausedAlone({ state, adjusted, plannedAt, series }: Reminder): boolean {
  const isPutOff = adjusted === 'paused' || (adjusted === 'snoozed' && plannedAt !== null)
  return state === 'paused' && !isPutOff && series !== null
}

/** Nothing where nothing as a whole is paused. */
async function resumeEverything(ctx: BotContext): Promise<Shown[]> {
  const { belfry } = ctx.ground
  const words = listWords(ctx.speaker.language)
  const recipients = await Promise.all((await settledTogether(ctx)).map((id) => belfry.recipients.get(id)))
  const paused = recipients.filter((recipient) => recipient?.paused)
  if (paused.length === 0) return []
  if (!(await mayChange(ctx))) return [together(words.onlyAdminPauses)]
  for (const one of paused) await belfry.recipients.put({ id: one!.id, paused: null })
  return [together(words.resumedAll(ctx.speaker.isGroup))]
}

type Fate = 'resumed' | 'not paused' | Obstacle

async function resumeNumbers(ctx: BotContext, numbers: readonly number[]): Promise<Shown[]> {
  const items = await itemsMeant(ctx, numbers)
  if (!items) return []
  const told: Told<Fate>[] = []
  for (const number of numbers) told.push(await resumeOne(ctx, number, await lookAtShown(ctx, items[number])))
  return [await tellResumed(ctx, told)]
}

async function resumeAll(ctx: BotContext, single: readonly Reminder[]): Promise<Shown[]> {
  const told: Told<Fate>[] = []
  for (const [i, { id }] of single.entries()) told.push(await resumeOne(ctx, i + 1, await lookAt(ctx, id, () => true)))
  return [await tellResumed(ctx, told)]
}

async function resumeOne(ctx: BotContext, number: number, { obstacle, reminder }: Looked): Promise<Told<Fate>> {
  const { reminders } = ctx.ground.belfry
  if (obstacle !== null || !reminder) return { number, fate: obstacle ?? 'not shown', reminder }
  if (!isPausedAlone(reminder)) return { number, fate: 'not paused', reminder }
  await reminders.resume(reminder.id)
  return { number, fate: 'resumed', reminder: await reminders.get(reminder.id) }
}

async function tellResumed(ctx: BotContext, told: readonly Told<Fate>[]): Promise<Shown> {
  const words = listWords(ctx.speaker.language)
  return await tell<Fate>(ctx, told, {
    done: 'resumed',
    head: (_, count) => words.resumedSome(count),
    sentences: { resumed: null, 'not paused': (_, which) => words.notPaused(which) },
  })
}
