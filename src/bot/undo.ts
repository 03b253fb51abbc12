// What /undo takes back. Whoever does something that can be taken back says so here; the last few are kept, in the chat and for the person
// who did it, for ten minutes.

import { type ChangeInput, limits, type Reminder, type ScheduleInput } from '../index.ts'
import { localToInstant } from '../time/zone.ts'
import type { BotFlavor } from './context.ts'
import { isThere } from './whose.ts'

/** What schedules it again as it stood. Plain data. */
export type Description = Pick<ScheduleInput, 'entity' | 'kind' | 'recipient'> & {
  readonly at: string
  readonly timezone?: string
  readonly rule?: ScheduleInput['rule']
  readonly repeat?: ScheduleInput['repeat']
  readonly missed?: ScheduleInput['missed']
  readonly title?: string
  readonly body?: string
  readonly data?: unknown
  readonly critical?: boolean
}

export type Undo =
  /** Taken back by cancelling it. */
  | { readonly kind: 'created'; readonly reminder: string }
  /** Taken back by scheduling them again. */
  | { readonly kind: 'deleted'; readonly before: readonly Description[] }
  /** Taken back by writing what was there before. */
  | { readonly kind: 'changed'; readonly reminder: string; readonly before: Description }
  /** Done, or later, of something that rang; `mark` tells this word from a later one. */
  | { readonly kind: 'said'; readonly delivery: string; readonly title: string; readonly mark: string }
  /** Not taken back here: /undo says so, instead of taking back what was done before it. */
  | { readonly kind: 'other'; readonly command: string }

/** Kept so long. */
export const undoMinutes = 10
/** Of one person in one chat. */
const keptMax = 10
/** What is remembered under one name may not be larger than `limits.chatStateBytesMax`; the database writes numbers its own way. */
const keptBytesMax = limits.chatStateBytesMax / 2
/** Whoever deletes more at once is asked before, and cannot take it back. */
export const undoRemindersMax = 200

interface Kept {
  readonly at: number
  readonly undo: Undo
}

interface State {
  readonly kept: readonly Kept[]
  /** The last that was taken back, and the update that asked for it: the same update once more is about the same. */
  readonly taken: { readonly update: number; readonly undo: Undo } | null
}

/** False: it cannot be taken back, and is not offered. */
export async function rememberUndo({ ground, speaker }: BotFlavor, undo: Undo): Promise<boolean> {
  if (undo.kind === 'deleted' && (undo.before.length === 0 || undo.before.length > undoRemindersMax)) return false
  const { now } = await ground.belfry.clock.read()
  const { kept: before, taken } = await read({ ground, speaker }, now)
  // The same update once more has made nothing new.
  const others = before.filter((one) => !isSame(one.undo, undo))
  const kept = [...others, { at: now.getTime(), undo }].slice(-keptMax)
  while (Buffer.byteLength(JSON.stringify(kept)) > keptBytesMax) kept.shift()
  await write({ ground, speaker }, { kept, taken })
  return kept.length > 0
}

function isSame(one: Undo, other: Undo): boolean {
  if (one.kind === 'created') return other.kind === 'created' && one.reminder === other.reminder
  // Done after later is one word: what was said last is what is taken back.
  return one.kind === 'said' && other.kind === 'said' && one.delivery === other.delivery
}

export interface Taken {
  readonly undo: Undo
  /** It was taken back before, by this very update, whose end was not written down. */
  readonly isAgain: boolean
}

/** The last thing that was done and not taken back, which is forgotten by that; null: there is none, or it is too long ago. */
export async function takeUndo({ ground, speaker }: BotFlavor, update: number): Promise<Taken | null> {
  const { now } = await ground.belfry.clock.read()
  const { kept, taken } = await read({ ground, speaker }, now)
  if (taken?.update === update) return { undo: taken.undo, isAgain: true }
  const last = kept.at(-1)
  if (!last) return null
  await write({ ground, speaker }, { kept: kept.slice(0, -1), taken: { update, undo: last.undo } })
  return { undo: last.undo, isAgain: false }
}

/** It was brought back by a button: /undo is about what was done before that. */
export async function forgetDeleted(flavor: BotFlavor, { entity }: Description): Promise<void> {
  await forgetLast(flavor, (undo) => undo.kind === 'deleted' && undo.before[0]?.entity.id === entity.id)
}

/** The same of a word that was taken back by its own button. */
export async function forgetSaid(flavor: BotFlavor, delivery: string): Promise<void> {
  await forgetLast(flavor, (undo) => undo.kind === 'said' && undo.delivery === delivery)
}

async function forgetLast({ ground, speaker }: BotFlavor, isIt: (undo: Undo) => boolean): Promise<void> {
  const { now } = await ground.belfry.clock.read()
  const { kept, taken } = await read({ ground, speaker }, now)
  const index = kept.findLastIndex(({ undo }) => isIt(undo))
  if (index >= 0) await write({ ground, speaker }, { kept: kept.toSpliced(index, 1), taken })
}

/** By topic: what was done in one is not taken back in another. */
function nameOf({ user, chat, address }: BotFlavor['speaker']) {
  return { user, chat, name: address === chat ? 'undo' : `undo:${address.replace(/^.*\//, '')}` }
}

async function read({ ground, speaker }: BotFlavor, now: Date): Promise<State> {
  const { kept, taken } = (await ground.belfry.chats.readState<State>(nameOf(speaker))) ?? { kept: [], taken: null }
  return { kept: kept.filter(({ at }) => now.getTime() - at < undoMinutes * 60_000), taken }
}

async function write({ ground, speaker }: BotFlavor, state: State): Promise<void> {
  const isNothing = state.kept.length === 0 && state.taken === null
  // There somebody may begin with a tap.
  if (speaker.isGroup) await ground.belfry.chats.putPerson({ user: speaker.user })
  await ground.belfry.chats.writeState(nameOf(speaker), isNothing ? null : state)
}

/** Null: it follows from something else (a step of a plan, an alarm), or nothing of it is to come. */
export function describe(reminder: Reminder): Description | null {
  const { entity, kind, recipient, title, body, data, critical, series, step, timezone } = reminder
  const at = momentOf(reminder)
  if (at === null || step !== null || series?.repeat?.backoff) return null
  return {
    ...{ entity, kind, recipient, at },
    ...(timezone !== null && !isInstant(at) ? { timezone } : {}),
    ...(series?.rule ? { rule: series.rule } : {}),
    ...(series?.repeat ? { repeat: series.repeat } : {}),
    ...(series?.missed ? { missed: series.missed } : {}),
    ...(title === null ? {} : { title }),
    ...(body === null ? {} : { body }),
    ...(data === null ? {} : { data }),
    ...(critical ? { critical } : {}),
  }
}

/** The same as a change of the reminder that is there: what it did not have is taken away. */
export function asChange(before: Description): ChangeInput {
  const { at, timezone = null, rule = null, repeat = null, title = null, body = null } = before
  return { at, timezone, rule, repeat, title, body }
}

/** Scheduled again, unless its moment has passed (it would ring at once, where nothing is paused), or has rung. */
export async function bringBack(
  { ground, speaker }: BotFlavor,
  before: Description,
): Promise<'back' | 'past' | 'sent'> {
  const { now } = await ground.belfry.clock.read()
  const isLate = isPast(before, speaker.zone, now)
  if (isLate && !(await ground.belfry.recipients.get(before.recipient))?.paused) return 'past'
  const { status } = await ground.belfry.reminders.schedule(before)
  return status === 'already_sent' ? 'sent' : 'back'
}

/** A rule finds its next moment by itself. Everything else would ring at once. */
export function isPast(
  { at, timezone, rule }: Pick<Description, 'at' | 'timezone' | 'rule'>,
  zone: string,
  now: Date,
): boolean {
  const ms = isInstant(at) ? Date.parse(at) : localToInstant(at, timezone ?? zone).instant.epochMilliseconds
  return !rule && ms <= now.getTime()
}

/** As `at` takes it: a wall clock, or an instant where that says it better. */
function momentOf({ series, occurrence, dueAt, plannedAt, adjusted, state }: Reminder): string | null {
  if (!isThere({ state })) return null
  const nominal = series?.start ?? occurrence
  // It has rung, and asks again: that it is asked for the next time is all that is to come.
  const isAskedAgain = series?.repeat?.nag !== undefined && !series.rule && occurrence !== series.start
  if (isAskedAgain && dueAt) return dueAt.toISOString()
  if (series === null && adjusted === 'snoozed') return (dueAt ?? plannedAt)?.toISOString() ?? null
  // The second of two equal wall clocks cannot be written as one.
  if (nominal.endsWith('~2')) return (plannedAt ?? dueAt)?.toISOString() ?? null
  return nominal
}

function isInstant(at: string): boolean {
  return at.endsWith('Z')
}
