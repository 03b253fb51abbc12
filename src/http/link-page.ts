// The page behind a link: what the reminder says, when that is on their clock (as the mail says it), how it stands, and a button for each thing that can
// be done. Forms alone, no scripts; it reads well on a telephone, in the dark, and by ear.

import * as crypto from 'node:crypto'
import type { ActionAnswer, Standing } from '../index.ts'
import { sayMoment } from '../time/say-moment.ts'
import { type LinkWords, wordsFor } from './link-words.ts'
import { type Html, html, type Piece } from './reference/html.ts'

/** Which of the actions comes first, as the link says. */
export type First = 'done' | 'snooze' | 'undo' | 'unsubscribe'

export interface Page {
  readonly text: string
  readonly language: string
}

export function standingPage(standing: Standing, first: First | null, answer: ActionAnswer | null): Page {
  const words = wordsFor(standing.locale)
  const title = standing.title ?? (standing.count > 1 ? words.several(standing.count) : words.untitled)
  const said = answer ? answerWords(words, standing, answer) : stateWords(words, standing)
  return page(
    words,
    title,
    html`${said && html`<p class="said" role="status">${said}</p>`}
<h1>${title}</h1>
${standing.body && html`<p class="text">${standing.body}</p>`}
${standing.count === 1 && html`<p class="due">${words.when}: <time datetime="${standing.at.toISOString()}">${standing.when}</time></p>`}
${ordered(sections(words, standing, first, isUndoable(standing, answer)), first)}`,
  )
}

/** Without a word about why: whoever guesses learns nothing. */
export function refusalPage(locale: string, kind: 'not_there' | 'not_understood' | 'too_often'): Page {
  const words = wordsFor(locale)
  const [title, why] = {
    not_there: [words.notThere, words.notThereWhy],
    not_understood: [words.notUnderstood, words.notUnderstoodWhy],
    too_often: [words.tooOften, words.tooOftenWhy],
  }[kind] as [string, string]
  return page(words, title, html`<h1>${title}</h1><p class="text">${why}</p>`)
}

function stateWords(words: LinkWords, { doneAt, snoozedUntil, ...standing }: Standing): string | null {
  if (doneAt) return words.isDone(showTime(doneAt, standing))
  return snoozedUntil ? words.isSnoozed(showTime(snoozedUntil, standing)) : null
}

function answerWords(words: LinkWords, standing: Standing, { result, at, dueAt }: ActionAnswer): string {
  const { entityType, channel } = standing
  switch (result) {
    case 'done':
      return dueAt ? words.ringsNext(showTime(dueAt, standing)) : words.nowDone
    case 'snoozed':
      return dueAt ? (standing.snoozedUntil ? words.isSnoozed : words.collapsed)(showTime(dueAt, standing)) : ''
    case 'already_done':
      return words.alreadyDone(showTime(at, standing))
    case 'rang_again':
      return words.rangAgain
    case 'seen':
      return words.seen
    case 'undone':
      return words.undone
    case 'too_late':
      return words.tooLate
    case 'unsubscribed':
      return words.unsubscribed(entityType, words.channels[channel] ?? channel)
  }
}

/** One step: a snooze that holds again, because what was said after it was taken back, is not taken back as well. */
function isUndoable({ state }: Standing, answer: ActionAnswer | null): boolean {
  return state === 'done' || (state === 'snoozed' && answer?.result === 'snoozed')
}

function sections(words: LinkWords, standing: Standing, first: First | null, isUndoable: boolean): [First, Html][] {
  const { state, entityType, channel, unsubscribed } = standing
  const why = words.unsubscribeWhy(entityType, words.channels[channel] ?? channel)
  // What the link was for stands out, and nothing beside it.
  const main = first === null || (first === 'unsubscribe' && unsubscribed) ? 'done' : first
  const looks = (name: First, otherwise = 'plain') => (name === main ? 'main' : otherwise)
  const all: [First, Html | false][] = [
    [
      'done',
      state !== 'done' &&
        form(html`<button class="${looks('done')}" name="action" value="done">${words.done}</button>`),
    ],
    ['snooze', state !== 'done' && snoozeForm(words, looks('snooze'))],
    ['undo', isUndoable && form(html`<button class="plain" name="action" value="undo">${words.undo}</button>`)],
    [
      'unsubscribe',
      !unsubscribed &&
        form(
          html`<p class="why">${why}</p><button class="${looks('unsubscribe', 'quiet')}" name="action" value="unsubscribe">${words.unsubscribe}</button>`,
        ),
    ],
  ]
  return all.flatMap(([name, section]) => (section ? [[name, section] as [First, Html]] : []))
}

function snoozeForm(words: LinkWords, looks: string): Html {
  const choices = [
    ['PT10M', words.tenMinutes],
    ['PT1H', words.anHour],
    ['tomorrow', words.tomorrow],
  ]
  return form(html`<fieldset><legend>${words.snooze}</legend><input type="hidden" name="action" value="snooze"><div class="row">
${choices.map(([value, label]) => html`<button class="${looks}" name="for" value="${value}">${label}</button>`)}
</div></fieldset>`)
}

/** To the address it came from, with its token. */
function form(inside: Piece): Html {
  return html`<form method="post">${inside}</form>`
}

function ordered(all: readonly [First, Html][], first: First | null): Piece {
  const wanted = all.filter(([name]) => name === first)
  return [...wanted, ...all.filter(([name]) => name !== first)].map(([, section]) => section)
}

/** As messages say it, and always with its day. */
function showTime(at: Date, { locale, timezone }: Pick<Standing, 'locale' | 'timezone'>): string {
  // In the language of the words around it; who reads another has a clock of 24 hours, as in messages.
  const own = locale.toLowerCase().startsWith(wordsFor(locale).language) ? locale : 'en-GB'
  return sayMoment(at.getTime(), { timezone, locale: own, nowMs: longAgoMs }).full
}

const longAgoMs = 0

// The colours of the pages (web/src/styles/colours.css).
const style = `
:root { color-scheme: light dark; --paper: #fbfaf7; --card: #fff; --ink: #1c1b19; --soft: #5f5b53; --line: #e2ddd3; --edge: #8d877b; --main: #3a48a8; --on-main: #fff; --said: #dff3e7; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #14151a; --card: #1c1e25; --ink: #ecebe6; --soft: #aaa79d; --line: #2f323c; --edge: #7b7f8c; --main: #a9b4ff; --on-main: #14151a; --said: #16392a; }
}
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 16px; background: var(--paper); color: var(--ink);
  font: 17px/1.5 system-ui, -apple-system, "Segoe UI", "Apple SD Gothic Neo", "Noto Sans KR", sans-serif; }
main { width: 100%; max-width: 460px; padding: 28px 24px; background: var(--card); border: 1px solid var(--line); border-radius: 16px; }
h1 { margin: 0 0 8px; font-size: 1.5rem; line-height: 1.25; overflow-wrap: anywhere; }
p { margin: 0 0 12px; overflow-wrap: anywhere; }
.text { white-space: pre-line; }
.due, .why, legend { color: var(--soft); font-size: .94rem; }
.said { padding: 10px 14px; border-radius: 10px; background: var(--said); }
form { margin-top: 20px; }
fieldset { margin: 0; padding: 0; border: 0; min-width: 0; }
legend { padding: 0; margin-bottom: 8px; }
.row { display: flex; flex-wrap: wrap; gap: 8px; }
button { min-height: 46px; padding: 10px 16px; border: 1px solid var(--edge); border-radius: 10px; background: transparent; color: var(--ink); font: inherit; cursor: pointer; }
.main { width: 100%; border-color: var(--main); background: var(--main); color: var(--on-main); font-weight: 600; }
.row button { flex: 1 1 auto; width: auto; }
.quiet { color: var(--soft); }
button:hover { border-color: var(--ink); }
button:focus-visible { outline: 3px solid var(--main); outline-offset: 2px; }
form:has(.quiet) { padding-top: 16px; border-top: 1px solid var(--line); }
.why { margin-bottom: 10px; }
`

function page(words: LinkWords, title: string, inside: Piece): Page {
  // Set apart: the style is ours, and no text that is to be escaped.
  const head = `<style>${style}</style>`
  const text = html`<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${title}</title>`
  const body = html`<main>${inside}</main>`
  return {
    language: words.language,
    text: `<!doctype html>\n<html lang="${words.language}">\n<head>${text}${head}</head>\n<body>${body}</body>\n</html>\n`,
  }
}

/** Nothing but this style and forms to this server; no scripts, no pictures, no frames. */
export const pagePolicy = [
  "default-src 'none'",
  `style-src 'sha256-${crypto.hash('sha256', style, 'base64')}'`,
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ')
