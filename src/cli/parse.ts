// `belfry parse`: what a sentence means, without a database and without a reminder.

import { asDocument } from '../bot/language/document.ts'
import { parse as parseSentence } from '../bot/language/index.ts'
import { wallClockMs } from '../time/clock.ts'
import { inWords } from './print/sentences.ts'
import type { Command } from './program/command.ts'

export const parse: Command = {
  usage: ['parse <text>'],
  details: 'English and Korean. It asks instead of guessing; docs/guides/language.md says how it reads.',
  options: {
    now: { value: '<moment>', about: 'A local time of the zone, or an instant (the time it is)' },
    zone: { value: '<zone>', about: 'On whose clock (this machine’s)' },
    locale: { value: '<locale>', about: 'en or ko (by the script of the text)' },
  },
  words: [1, 100],
  examples: [
    ['parse "tomorrow at 9 call mom"', 'a moment, and what is left as text'],
    ['parse "매주 월수금 오후 6시" --now 2030-11-18T10:00:00 --zone Asia/Seoul --json', 'a rule, for a program'],
  ],
  async run(call) {
    const locale = call.text('locale')
    const parsed = parseSentence(call.words.join(' '), {
      now: call.text('now') ?? new Date(wallClockMs()),
      zone: call.text('zone') ?? call.terminal.timezone,
      ...(locale === undefined ? {} : { locale }),
    })
    await call.answer(asDocument(parsed), () => inWords(parsed))
    return undefined
  },
}
