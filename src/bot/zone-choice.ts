// Where somebody is: asked, heard and kept. Nobody has to know what their zone is called. They share a location, pick or write a city, or
// say what time it is for them; what was understood is shown with the time there, and wrong guesses are one tap away from right ones.

import { type Composer, InlineKeyboard, Keyboard, type MiddlewareFn, type NextFunction } from 'grammy'
import { writeChoice } from '../channels/telegram/callback.ts'
import { cutWithMark } from '../cut-text.ts'
import { editTapped, mayChange, onChange } from './changes.ts'
import type { BotContext, BotFlavor, TalkContext } from './context.ts'
import { beginTalk, type Talk, talk } from './conversations.ts'
import { isCommandForBot, saidToBot, settledTogether, writeGroupClock } from './groups.ts'
import { type Language, parse } from './language/index.ts'
import { type HeardPlace, heardPlace } from './places/heard-place.ts'
import { nearestPlaces } from './places/nearest.ts'
import { nameOfPlace, nameOfZone, offeredPlaces, type Place } from './places/place.ts'
import { hasSameRules } from './places/same-rules.ts'
import { clockWords } from './show.ts'
import { peopleWords, type SaidZone } from './words/people.ts'

/** Which buttons are meant; what they carry is the zone. */
const pick = '1'
const zoneBytesMax = 30
const offeredMax = 8
const columns = 3
/** Between a city and the time there, on a button. */
const gap = ' · '

export function installZoneChoice(composer: Composer<BotContext>): void {
  composer.use(talk('where', whereTalk))
  onChange(composer, pick, picked)
  composer.on('message:location', located)
  composer.on('message:text', cityTapped)
}

export function sayZone(zone: string, language: Language, now: Date, name = nameOfZone(zone, language)): SaidZone {
  return { name, time: clockWords(now, zone) }
}

/** Asks, and listens from then on. */
export async function askWhere(ctx: BotContext): Promise<void> {
  const { speaker, ground } = ctx
  const words = peopleWords(speaker.language)
  if (speaker.isGroup) {
    const { now } = await ground.belfry.clock.read()
    await ctx.reply(words.whereInGroup, { reply_markup: zoneButtons(ctx, offeredPlaces(), now) })
  } else await ctx.reply(words.where, { reply_markup: whereKeyboard(speaker.language) })
  await beginTalk(ctx, 'where')
}

/**
 * Before another command ends the question: its keyboard would stay. Those that ask anew bring another one, and `/cancel` takes it away
 * itself.
 */
export function leaveWhere(): MiddlewareFn<BotContext> {
  return async (ctx, next) => {
    const isLeaving = ctx.message !== undefined && isCommandForBot(ctx) && !ctx.hasCommand(['start', 'timezone'])
    if (isLeaving && isAskedWhere(ctx)) await replyDone(ctx, peopleWords(ctx.speaker.language).whereLater)
    await next()
  }
}

/** Whether there is a keyboard of cities, which is in private chats alone. */
export function isAskedWhere({ conversation, speaker }: BotContext): boolean {
  return !speaker.isGroup && conversation.active('where') > 0
}

/** Cities of these buttons come back as text, like any that is written. */
function whereKeyboard(language: Language): Keyboard {
  const names = offeredPlaces().map((place) => nameOfPlace(place, language))
  const keyboard = new Keyboard().requestLocation(peopleWords(language).shareLocation).row()
  names.forEach((name, i) => {
    keyboard.text(name)
    if (i % columns === columns - 1) keyboard.row()
  })
  return keyboard.resized().oneTime()
}

function zoneButtons({ ground, speaker }: BotFlavor, places: readonly Place[], now: Date): InlineKeyboard {
  const keyboard = new InlineKeyboard()
  const short = places.filter(({ zone }) => zone.length <= zoneBytesMax).slice(0, offeredMax * 2)
  short.forEach((place, i) => {
    const { time } = sayZone(place.zone, speaker.language, now)
    const label = `${nameOfPlace(place, speaker.language)}${gap}${time}`
    keyboard.text(label, writeChoice(ground.signingKey, { action: pick, value: place.zone }))
    if (i % 2 === 1) keyboard.row()
  })
  return keyboard
}

/** Only text: locations and taps are good at any time, and go past it. */
async function whereTalk(conversation: Talk): Promise<void> {
  for (;;) {
    const answer = await conversation.waitFor('message:text')
    const text = saidToBot(answer) ?? ''
    const heard = await conversation.external((outside) => hear(outside, text))
    // They have gone on to what they came for.
    if (heard === 'reminder') {
      if (!answer.speaker.isGroup) await replyDone(answer, peopleWords(answer.speaker.language).whereLater)
      return await conversation.halt({ next: true })
    }
    if (
      await answerHeard(answer, text, heard, (zone, name) =>
        conversation.external((outside) => keep(outside, zone, name)),
      )
    )
      return
  }
}

/** In one line, beside a command. */
export async function hearWhere(ctx: BotContext, text: string): Promise<void> {
  const heard = await hear(ctx, text)
  const said =
    heard === 'reminder' ? { ...heardNothing, now: (await ctx.ground.belfry.clock.read()).now.getTime() } : heard
  await answerHeard(ctx, text, said, (zone, name) => keep(ctx, zone, name))
}

/** Plain data: a talk keeps it. */
type Heard = HeardPlace & { readonly now: number }

const heardNothing = { kind: 'unknown' } as const

async function hear({ ground, speaker }: BotFlavor, text: string): Promise<Heard | 'reminder'> {
  const { now } = await ground.belfry.clock.read()
  const heard = heardPlace(text, speaker.language, now.getTime())
  if (heard.kind === 'unknown' && isReminder(text, speaker.zone, now)) return 'reminder'
  return { ...heard, now: now.getTime() }
}

/** What, and when: no answer to a question about settings. */
export function isReminder(text: string, zone: string, now: Date): boolean {
  const parsed = parse(text, { now, zone })
  return (parsed.kind === 'moment' || parsed.kind === 'rule') && parsed.text.trim() !== ''
}

/** True: they are where they said, or have buttons for it. */
async function answerHeard(
  ctx: TalkContext,
  text: string,
  heard: Heard,
  keepIt: (zone: string, name: string) => Promise<string>,
): Promise<boolean> {
  const words = peopleWords(ctx.speaker.language)
  switch (heard.kind) {
    case 'zone':
      await replyDone(ctx, await keepIt(heard.zone, heard.name))
      return true
    case 'which place':
    case 'which clock': {
      const question = heard.kind === 'which place' ? words.whichOne(shortened(text)) : words.whichClock(clockOf(heard))
      await ctx.reply(question, {
        reply_markup: zoneButtons(ctx, heard.places.slice(0, offeredMax), new Date(heard.now)),
      })
      return false
    }
    case 'no such time':
      await ctx.reply(words.noZoneAtThatTime)
      return false
    case 'unknown':
      await ctx.reply(words.placeUnknown(shortened(text)))
      return false
  }
}

/** What their clock shows, whatever they wrote around it; without morning or evening where it could be either. */
function clockOf({ places, now }: { readonly places: readonly Place[]; readonly now: number }): string {
  const times = new Set(places.map(({ zone }) => clockWords(new Date(now), zone)))
  const [first = ''] = times
  return times.size === 1 ? first : `${Number(first.slice(0, 2)) % 12 || 12}${first.slice(2)}`
}

const shownCharsMax = 40

function shortened(text: string): string {
  return cutWithMark(text.replaceAll(/\s+/g, ' ').trim(), shownCharsMax)
}

/** The keyboard of cities goes with it. */
export async function replyDone(ctx: TalkContext, text: string): Promise<void> {
  await ctx.reply(text, ctx.speaker.isGroup ? {} : { reply_markup: { remove_keyboard: true } })
}

/** Writes the zone, and answers what to say about it. What is pending follows in the same transaction. */
export async function keep(ctx: BotContext, zone: string, name?: string): Promise<string> {
  const { ground, speaker } = ctx
  const { belfry } = ground
  const words = peopleWords(speaker.language)
  if (!(await mayChange(ctx))) return words.adminsOnly
  const { timezone: was } = (await belfry.recipients.get(speaker.recipient)) ?? {}
  let moved = 0
  let isMore = false
  for (const recipient of await settledTogether(ctx)) {
    const [before] = (await belfry.audit.list({ recipient, limit: 1 })).items
    await belfry.recipients.put({ id: recipient, timezone: zone })
    const found = await movedSince(ctx, recipient, before?.id ?? '0')
    moved += found.count
    isMore ||= found.isMore
  }
  if (speaker.isGroup) await writeGroupClock(ground, speaker.chat, 'chosen')
  else await belfry.chats.putPerson({ user: speaker.user, settings: { hasZone: true } })
  const { timezone = zone } = (await belfry.recipients.get(speaker.recipient)) ?? {}
  const { now } = await belfry.clock.read()
  const said = sayZone(timezone, speaker.language, now, name)
  if (was === timezone && speaker.hasZone && moved === 0) return words.zoneUnchanged(said)
  return words.zoneSet(said, { moved, isMore, isGroup: speaker.isGroup })
}

const movedMax = 200

/** What the change has moved, as the trail tells it. */
async function movedSince(
  { ground }: BotFlavor,
  recipient: string,
  last: string,
): Promise<{ count: number; isMore: boolean }> {
  const page = await ground.belfry.audit.list({ recipient, action: 'moved', limit: movedMax })
  const count = page.items.filter(({ id }) => BigInt(id) > BigInt(last)).length
  return { count, isMore: count === movedMax && page.nextCursor !== null }
}

/** A city that was offered. The message says what became of it. */
async function picked(ctx: BotContext, { value: zone }: { readonly value: string }): Promise<void> {
  const text = await keep(ctx, zone, labelOf(ctx))
  const isAsked = isAskedWhere(ctx)
  await ctx.conversation.exit('where')
  await ctx.answerCallbackQuery()
  if (!isAsked) return await editTapped(ctx, text)
  await ctx.editMessageReplyMarkup().catch(() => undefined)
  await replyDone(ctx, text)
}

/** A button of the keyboard, though the question is over: whoever has not said where they are says so. */
async function cityTapped(ctx: BotContext, next: NextFunction): Promise<void> {
  const { speaker, message } = ctx
  const text = message?.text ?? ''
  const languages = ['en', 'ko'] as const
  const isNamed = (place: Place) => languages.some((language) => nameOfPlace(place, language) === text)
  const place = speaker.isGroup || speaker.hasZone ? undefined : offeredPlaces().find(isNamed)
  if (!place) return await next()
  await replyDone(ctx, await keep(ctx, place.zone, nameOfPlace(place, speaker.language)))
}

/** The city on the button that was tapped: a zone has several. */
function labelOf({ callbackQuery: query }: BotContext): string | undefined {
  const buttons = query?.message && 'reply_markup' in query.message ? query.message.reply_markup?.inline_keyboard : []
  const button = buttons?.flat().find((one) => 'callback_data' in one && one.callback_data === query?.data)
  return button?.text.split(gap)[0]
}

/** The nearest city is a guess at a border, so the zones next to it are offered too, where their clocks differ. */
async function located(ctx: BotContext): Promise<void> {
  const { location } = ctx.message ?? {}
  if (!location || ctx.speaker.isGroup) return
  const { now } = await ctx.ground.belfry.clock.read()
  const [nearest, ...others] = nearestPlaces(location, 6)
  const text = await keep(ctx, nearest!.zone, nameOfPlace(nearest!, ctx.speaker.language))
  await ctx.conversation.exit('where')
  await replyDone(ctx, text)
  const differing = others.filter(({ zone }) => !hasSameRules(zone, nearest!.zone, now.getTime()))
  if (differing.length === 0) return
  const { notRight } = peopleWords(ctx.speaker.language)
  await ctx.reply(notRight, { reply_markup: zoneButtons(ctx, differing.slice(0, columns), now) })
}
