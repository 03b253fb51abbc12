// Built-in templates: which sentence of which language fits a message. The caller's own words always come first: the title, then
// when it is, then the body.

import type { ComposedMessage } from '../channels/content.ts'
import { languageOf } from '../time/say-moment.ts'
import { membersOf } from './details.ts'
import { type Line, linesOf } from './lines.ts'
import { type NoticeData, noticeKindOf, noticeOf } from './notice.ts'
import type { Compiled } from './own.ts'
import { type Piece, readTemplate } from './template.ts'
import { english, englishOwnTime } from './words/english.ts'
import { korean, koreanOwnTime } from './words/korean.ts'
import type { NoticeKind, Phase, Sentence, Topic, Words } from './words/words.ts'

const languages: Readonly<Record<string, Words>> = { en: english, ko: korean }
const languagesInChat: Readonly<Record<string, Words>> = {
  en: without(english, englishOwnTime),
  ko: without(korean, koreanOwnTime),
}

function without(words: Words, phrase: string): Words {
  return JSON.parse(JSON.stringify(words).replaceAll(phrase, '')) as Words
}

/** Who reads another language gets English, with a clock of 24 hours as most of the world has it. */
export function localeOfWords(locale: string): string {
  return Object.hasOwn(languages, languageOf(locale)) ? locale : 'en-GB'
}

export interface BuiltIn extends Compiled {
  readonly subject: readonly Piece[]
  readonly text: readonly Line[]
  /** Stands for a title that nobody gave. */
  readonly heading: string
  /** The text where there is little room. */
  readonly short: readonly Line[]
}

export function wordsFor(locale: string, isChat = false): Words {
  return (isChat ? languagesInChat : languages)[languageOf(localeOfWords(locale))]!
}

/** `dueMs` and `nowMs`: where its moment lies. */
export function builtInFor(message: ComposedMessage, dueMs: number, nowMs: number, isChat = false): BuiltIn {
  const words = wordsFor(message.locale, isChat)
  const special = specialOf(message)
  const topic = words.topics[topicOf(message)]
  // What sums up in its own words says them as they are.
  if (message.kind === 'resumed' && !special) return compiled({ subject: '{{title}}', lead: '' }, 'titled', '')
  if (special) {
    const isList = membersOf(message).length > 0
    return compiled(words[special], isList ? 'list' : 'announced', '')
  }
  const notice = topicOf(message) === 'meeting' ? noticeFor(message, words) : null
  if (notice) return notice
  const phase = phaseOf(message.kind, dueMs, nowMs)
  return compiled(topic[phase] ?? words.topics.other[phase]!, 'titled', topic.name)
}

function specialOf(message: ComposedMessage): 'summary' | 'resumed' | 'test' | null {
  const { kind } = message
  if (kind === 'test') return kind
  if (membersOf(message).length === 0) return null
  return kind === 'resumed' ? kind : 'summary'
}

/** Of what somebody did about a meeting, or happened to it; null: it says nothing of the sort. */
function noticeFor({ kind, data }: ComposedMessage, words: Words): BuiltIn | null {
  const known = noticeKindOf(kind)
  const notice = known && noticeOf(data)
  if (!notice) return null
  const { subject, lead, several } = words.notices[sentenceOf(known, notice)]
  const said = notice.slots.length > 1 ? several : lead
  // That it expired is said already.
  const reasons = notice.reason === null || known === 'expired' ? [] : [words.reason]
  const sentence = { subject, lead: [said, ...reasons].join('\n\n'), short: [said, ...reasons].join('\n') }
  return compiled(sentence, 'titled', words.topics.meeting.name)
}

function sentenceOf(kind: NoticeKind, { by, was }: NoticeData): keyof Words['notices'] {
  if (kind === 'moved' && by === null) return 'shifted'
  return kind === 'accepted' && was !== null ? 'settled' : kind
}

const topicsByType: Readonly<Record<string, Topic>> = {
  meeting: 'meeting',
  task: 'task',
  todo: 'task',
  page: 'page',
  checkin: 'checkin',
  workout: 'workout',
  mealplan: 'mealplan',
}
const topicsByKind: Readonly<Record<string, Topic>> = { alarm: 'page', due_soon: 'task', overdue: 'task' }

/** Types are named as their owners like: CHECK_IN, check-in and checkIn are the same. */
function topicOf({ kind, entity }: ComposedMessage): Topic {
  const type = entity.type.toLowerCase().replaceAll(/[^a-z]/g, '')
  if (Object.hasOwn(topicsByType, type)) return topicsByType[type]!
  return Object.hasOwn(topicsByKind, kind) ? topicsByKind[kind]! : 'other'
}

const nearMs = 60_000

/** As the kind says (`24h_before`, `at_time`, `1h_after`); where it says nothing, by the clock. */
function phaseOf(kind: string, dueMs: number, nowMs: number): Phase {
  if (/(^|_)before(_|$)/.test(kind)) return 'before'
  if (/^at_time(_|$)/.test(kind)) return 'now'
  if (/(^|_)after(_|$)|^overdue$/.test(kind)) return 'after'
  return dueMs - nowMs >= nearMs ? 'before' : 'now'
}

/** In which order a message says what it says. A list has the titles of its members, and needs no other. */
const layouts = {
  titled: ({ lead }: Sentence) => `{{title}}\n\n${lead}\n\n{{body}}`,
  list: ({ subject, lead }: Sentence) => `${subject}\n\n${lead}`,
  announced: ({ subject, lead }: Sentence) => `${subject}\n\n${lead}\n\n{{title}}\n{{body}}`,
}
const shortLayouts = {
  titled: ({ lead, short = lead }: Sentence) => `${short}\n{{body}}`,
  list: ({ lead }: Sentence) => lead,
  announced: ({ lead }: Sentence) => `${lead}\n{{title}}\n{{body}}`,
}

const known = new Map<string, BuiltIn>()

/** Read once: there are a few dozen. */
function compiled(sentence: Sentence, layout: keyof typeof layouts, heading: string): BuiltIn {
  const key = JSON.stringify([sentence, layout, heading])
  const found = known.get(key)
  if (found) return found
  const lines = (text: string) => linesOf(readTemplate(text, '', 'text'))
  const made: BuiltIn = {
    heading,
    subject: readTemplate(sentence.subject, '', 'line'),
    text: lines(layouts[layout](sentence)),
    short: lines(shortLayouts[layout](sentence)),
    html: null,
    chat: null,
  }
  known.set(key, made)
  return made
}
