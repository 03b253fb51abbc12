// Settings: one message that shows them and changes with each tap. What has no button is written.

import { type Composer, InlineKeyboard } from 'grammy'
import { writeChoice } from '../../channels/telegram/callback.ts'
import type { Recipient } from '../../index.ts'
import { durationMs } from '../../time/duration.ts'
import { editTapped, onChange } from '../changes.ts'
import type { BotContext, BotFlavor, Ground, Speaker, TalkContext } from '../context.ts'
import { beginTalk, type Talk, talk } from '../conversations.ts'
import { type Hours, readHour, readHours } from '../hours.ts'
import type { Language } from '../language/index.ts'
import { languageOf } from '../speaker.ts'
import { type PeopleWords, peopleWords } from '../words/people.ts'
import { isReminder, sayZone } from '../zone-choice.ts'
import { elsewhere, keepLanguage } from './start.ts'

/** What a button changes; `written` asks for a value. */
const letters = { language: '2', hour: '3', quiet: '4', nag: '5', written: '8' } as const

const hours = ['07:00', '08:00', '09:00', '10:00']
const quiet = ['22:00-07:00', '23:00-08:00']
const nags = ['PT10M', 'PT30M', 'PT1H']
const none = 'off'

export function installSettings(composer: Composer<BotContext>): void {
  composer.use(talk('setting', settingTalk))
  composer.command('settings', async (ctx) => {
    await ctx.reply(...(await settingsOf(ctx)))
  })
  onChange(composer, letters.written, async (ctx, { value }) => {
    const words = peopleWords(ctx.speaker.language)
    await ctx.answerCallbackQuery()
    await ctx.reply(value === 'hour' ? words.askHour : words.askQuietHours)
    await beginTalk(ctx, 'setting', value)
  })
  onChange(composer, letters.language + letters.hour + letters.quiet + letters.nag, changed)
}

async function changed(ctx: BotContext, chosen: { readonly action: string; readonly value: string }): Promise<void> {
  await keep(ctx, chosen)
  await ctx.conversation.exit('setting')
  const speaker = await fresh(ctx)
  await ctx.answerCallbackQuery({ text: peopleWords(speaker.language).saved })
  const [text, { reply_markup: keyboard }] = await settingsOf({ ground: ctx.ground, speaker })
  await editTapped(ctx, text, keyboard)
}

async function keep(
  ctx: BotContext,
  { action, value }: { readonly action: string; readonly value: string },
): Promise<void> {
  const { ground, speaker } = ctx
  const { belfry } = ground
  if (action === letters.language) return await keepLanguage(ctx, value === 'ko' ? 'ko' : 'en')
  if (action === letters.quiet) {
    const [from = '', to = ''] = value.split('-')
    const quietHours = value === none ? null : { from, to }
    return void (await belfry.recipients.put({ id: speaker.recipient, quietHours }))
  }
  const settings = action === letters.hour ? { defaultHour: value } : { nag: value === none ? null : value }
  await belfry.chats.putPerson({ user: speaker.user, settings })
}

/** The speaker as of now: what was just changed is theirs already. */
async function fresh({ ground, speaker }: BotFlavor): Promise<Speaker> {
  const { belfry } = ground
  const settings = (await belfry.chats.person(speaker.user))?.settings ?? {}
  const { timezone: zone = speaker.zone } = (await belfry.recipients.get(speaker.recipient)) ?? {}
  return {
    ...{ ...speaker, zone, language: settings.language ?? speaker.language },
    defaultHour: settings.defaultHour ?? speaker.defaultHour,
    nag: settings.nag === undefined ? speaker.nag : settings.nag,
  }
}

type Sent = [text: string, options: { readonly reply_markup: InlineKeyboard }]

async function settingsOf({ ground, speaker }: BotFlavor): Promise<Sent> {
  const { belfry } = ground
  const recipient = await belfry.recipients.get(speaker.recipient)
  const { now } = await belfry.clock.read()
  const words = peopleWords(speaker.language)
  const said = sayZone(speaker.zone, speaker.language, now)
  const common = [
    `${words.language}: ${peopleWords(languageFor(speaker, recipient)).languageName}`,
    `${words.zone}: ${said.name}, ${said.time}`,
  ]
  if (speaker.isGroup)
    return [[words.groupSettings, ...common].join('\n'), { reply_markup: commonButtons(ground, speaker, recipient) }]
  const text = [
    words.settings,
    ...common,
    `${words.hour}: ${speaker.defaultHour}`,
    `${words.quietHours}: ${hoursText(recipient, words)}`,
    `${words.nag}: ${nagText(speaker.nag, words)}`,
  ].join('\n')
  return [text, { reply_markup: ownButtons(ground, speaker, recipient) }]
}

/** In a group it is that of the messages that ring there; the person hears their own. */
function languageFor(speaker: Speaker, recipient: Recipient | null): Language {
  return speaker.isGroup ? languageOf(recipient?.locale) : speaker.language
}

function commonButtons({ signingKey }: Ground, speaker: Speaker, recipient: Recipient | null): InlineKeyboard {
  const words = peopleWords(speaker.language)
  const other = languageFor(speaker, recipient) === 'ko' ? 'en' : 'ko'
  const choice = (action: string, value: string) => writeChoice(signingKey, { action, value })
  return new InlineKeyboard()
    .text(peopleWords(other).languageName, choice(letters.language, other))
    .text(words.zone, choice(elsewhere, ''))
    .row()
}

function ownButtons(ground: Ground, speaker: Speaker, recipient: Recipient | null): InlineKeyboard {
  const words = peopleWords(speaker.language)
  const keyboard = commonButtons(ground, speaker, recipient)
  const marked = (label: string, isIt: boolean) => (isIt ? `✓ ${label}` : label)
  const add = (action: string, value: string, label: string, isIt = false) =>
    keyboard.text(marked(label, isIt), writeChoice(ground.signingKey, { action, value }))
  for (const hour of hours) add(letters.hour, hour, hour, hour === speaker.defaultHour)
  add(letters.written, 'hour', `🕘 ${words.other}`)
  keyboard.row()
  const now = hoursText(recipient, words)
  for (const span of quiet) add(letters.quiet, span, `🌙 ${span}`, span === now)
  keyboard.row()
  add(letters.quiet, none, `🌙 ${words.off}`, recipient?.quietHours == null)
  add(letters.written, 'quiet', `🌙 ${words.other}`)
  keyboard.row()
  nags.forEach((nag, i) => {
    add(letters.nag, nag, `🔁 ${nagText(nag, words)}`, nag === speaker.nag)
    if (i % 2 === 1) keyboard.row()
  })
  add(letters.nag, none, `🔁 ${words.off}`, speaker.nag === null)
  return keyboard
}

function hoursText(recipient: Recipient | null, words: PeopleWords): string {
  const windows = recipient?.quietHours ?? []
  return windows.length === 0 ? words.off : windows.map(({ from, to }) => `${from}-${to}`).join(', ')
}

function nagText(nag: string | null, words: PeopleWords): string {
  return nag === null ? words.off : words.nagEvery(Math.round(durationMs(nag, '/nag') / 60_000))
}

/** One answer, or as many as it takes to be understood. */
async function settingTalk(conversation: Talk, _ctx: TalkContext, what: unknown): Promise<void> {
  const isHour = what === 'hour'
  for (;;) {
    const answer = await conversation.waitFor('message:text')
    const words = peopleWords(answer.speaker.language)
    const found = isHour ? readHour(answer.message.text) : spansOf(readHours(answer.message.text))
    const action = isHour ? letters.hour : letters.quiet
    if (found.length === 1) {
      await conversation.external((outside) => keep(outside, { action, value: found[0]! }))
      await answer.reply(words.saved)
      const shown = await conversation.external(async (outside) => {
        const [said, { reply_markup }] = await settingsOf({ ground: outside.ground, speaker: await fresh(outside) })
        return { said, rows: reply_markup.inline_keyboard }
      })
      return void (await answer.reply(shown.said, { reply_markup: { inline_keyboard: shown.rows } }))
    }
    // They have gone on to what they came for.
    if (found.length === 0 && (await conversation.external((outside) => isForOthers(outside, answer.message.text))))
      return await conversation.halt({ next: true })
    if (found.length === 0) await answer.reply(isHour ? words.notATime : words.notHours)
    else
      await answer.reply(isHour ? words.whichHour : words.whichHours, {
        reply_markup: choices(answer, action, found.slice(0, 4)),
      })
  }
}

async function isForOthers({ ground, speaker }: BotFlavor, text: string): Promise<boolean> {
  const { now } = await ground.belfry.clock.read()
  return isReminder(text, speaker.zone, now)
}

function spansOf(read: readonly Hours[] | 'off'): string[] {
  return read === 'off' ? [none] : read.map(({ from, to }) => `${from}-${to}`)
}

function choices({ ground }: BotFlavor, action: string, values: readonly string[]): InlineKeyboard {
  const keyboard = new InlineKeyboard()
  for (const value of values) keyboard.text(value, writeChoice(ground.signingKey, { action, value }))
  return keyboard
}
