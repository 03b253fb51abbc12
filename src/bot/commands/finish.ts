// The end of a talk, or of one sentence: the reminder is made or changed, and the echo says how it was understood.

import type { ChangeInput, Reminder } from '../../index.ts'
import { answer, showAgain, viewerOf } from '../answering.ts'
import { changeReminder } from '../changing.ts'
import type { BotContext } from '../context.ts'
import { asContent, type Offered, withNag } from '../draft.ts'
import { echoKeyboard, showEcho, showOver } from '../echo.ts'
import { zoneWasTold } from '../groups.ts'
import type { When } from '../language/index.ts'
import { type Made, makeReminder, readMade, remindersMax, sourceOf, writeMade } from '../made.ts'
import { editShown, lines, momentWords, type Viewer } from '../show.ts'
import { isPast, rememberUndo } from '../undo.ts'
import { isThere, reminderOfSpeaker } from '../whose.ts'
import { addingWords } from '../words/adding.ts'
import type { Target } from './ask.ts'
import { saidMark } from './text-of.ts'

export interface Ready {
  readonly what: string
  readonly when: When
  readonly explain: readonly string[]
  readonly other: Offered | null
}

export interface Finish {
  /** Becomes the echo. Default: a new one, as a reply. */
  readonly message?: number
  /** Below the echo. */
  readonly note?: string
}

/** `past`: its moment has passed while it was talked about, and nothing was done. `part`: what of a new one its own message says. */
export async function finish(
  ctx: BotContext,
  { target, part = 'all' }: { readonly target: Target; readonly part?: Made['part'] },
  ready: Ready,
  { message, note }: Finish = {},
): Promise<'finished' | 'past'> {
  const { speaker, ground } = ctx
  const { what, when, explain, other } = ready
  const viewer = await viewerOf(ctx)
  if ('reminder' in target) {
    if (isPast(when, speaker.zone, viewer.now)) return 'past'
    await changeFrom(ctx, target, ready, message)
    return 'finished'
  }
  const reminder = await makeReminder(ctx, { source: target.source, what, when }, viewer.now)
  const words = addingWords(speaker.language)
  if (reminder === 'past') return 'past'
  if (reminder === 'full') {
    await answer(ctx, words.full(remindersMax))
    return 'finished'
  }
  if (isThere(reminder)) await rememberUndo(ctx, { kind: 'created', reminder: reminder.id })
  // Before the echo, which may not arrive: whoever edits the message means this reminder all the same.
  await writeMade(ctx, target.source, { reminder: reminder.id, echo: null, part, other, ...saidIn(target) })
  const notes = [...explain, ...(await pauseOf(ctx, viewer)), ...(note ? [note] : [])]
  const shown = isThere(reminder) ? showEcho(reminder, viewer, speaker, notes) : showOver(reminder, viewer)
  const keyboard = echoKeyboard(ground, reminder, speaker.language, { other: other?.words ?? null })
  const echo =
    message === undefined ? await answer(ctx, shown, { keyboard }) : await showAgain(ctx, message, shown, keyboard)
  if (speaker.isZoneNews) await zoneWasTold(ground, speaker.chat)
  const made = { reminder: reminder.id, echo }
  await writeMade(ctx, target.source, { ...made, part, other, ...saidIn(target) })
  const here = ctx.message?.message_id
  if (part !== 'all' && here !== undefined && here !== target.source)
    await writeMade(ctx, here, { ...made, part: part === 'what' ? 'when' : 'what', said: saidMark(ctx) })
  return 'finished'
}

function saidIn({ said }: Extract<Target, { source: number }>): Pick<Made, 'said'> {
  return said === undefined ? {} : { said }
}

/** Whoever has paused everything, and forgot, would wait for it. */
async function pauseOf({ ground, speaker }: BotContext, viewer: Viewer): Promise<string[]> {
  const { paused } = (await ground.belfry.recipients.get(speaker.recipient)) ?? {}
  if (!paused || (paused.until && paused.until <= viewer.now)) return []
  return [addingWords(speaker.language).allPaused(paused.until && momentWords(paused.until, viewer))]
}

/** What is not said stays. */
export async function changeFrom(
  ctx: BotContext,
  target: Extract<Target, { reminder: string }>,
  {
    what,
    when,
    explain = [],
  }: { readonly what: string; readonly when: When | null; readonly explain?: readonly string[] },
  message?: number,
): Promise<void> {
  const words = addingWords(ctx.speaker.language)
  const found = await reminderOfSpeaker(ctx, target.reminder)
  if (found.kind !== 'found') return void (await answer(ctx, words[found.kind]))
  const changed = await changeReminder(ctx, found.reminder, changesOf(ctx, { what, when }))
  if (changed.kind === 'refused') return void (await answer(ctx, words[changed.why]))
  await showChanged(ctx, changed.reminder, {
    explain,
    echo: target.echo,
    ...(message === undefined ? {} : { message }),
  })
}

/** Empty, or null: stays. */
export function changesOf(
  { speaker }: BotContext,
  { what, when }: { readonly what: string; readonly when: When | null },
): ChangeInput {
  return { ...(when ? asMoment(when, speaker.nag) : {}), ...(what === '' ? {} : asText(what)) }
}

function asMoment(wanted: When, nag: string | null): ChangeInput {
  const { at, timezone = null, rule = null, repeat = null } = withNag(wanted, nag)
  return { at, timezone, rule, repeat }
}

function asText(what: string): ChangeInput {
  const { title, body = null } = asContent(what)
  return { title, body }
}

interface Shows {
  readonly explain?: readonly string[]
  /** Where it was shown before. */
  readonly echo: number | null
  /** Becomes the echo. */
  readonly message?: number
  readonly above?: string
}

/** Shows it anew, and leaves one message with buttons. */
export async function showChanged(ctx: BotContext, reminder: Reminder, shows: Shows): Promise<void> {
  const { ground, speaker } = ctx
  const { explain = [], echo: before, message, above } = shows
  const viewer = await viewerOf(ctx)
  const shown = lines(above ?? null, showEcho(reminder, viewer, speaker, explain))
  const keyboard = echoKeyboard(ground, reminder, speaker.language)
  const echo =
    message === undefined ? await answer(ctx, shown, { keyboard }) : await showAgain(ctx, message, shown, keyboard)
  // Where it was shown before, it is not shown otherwise.
  if (before !== null && before !== echo)
    await editShown(ctx.api, { chat: speaker.chat, message: before }, showEcho(reminder, viewer, speaker))
  const source = sourceOf(reminder, speaker)
  const made = source === null ? null : await readMade(ctx, source)
  if (made && source !== null) await writeMade(ctx, source, { ...made, echo, other: null })
}
