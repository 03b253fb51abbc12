// How a mail looks: what the template says, then what can be done about it. Tables and styles in the tags, because that is what
// mail programs know; colours that hold in light and in dark; nothing is loaded from anywhere.

import { escapeHtml } from '../../escape-html.ts'
import type { Actions, Content } from '../content.ts'

interface Words {
  readonly done: string
  readonly snooze: string
  readonly open: (count: number) => string
  readonly unsubscribe: string
}

const english: Words = {
  done: 'Done',
  snooze: 'Snooze',
  open: (count) => `Show all ${count}`,
  unsubscribe: 'Unsubscribe',
}

const words: Readonly<Record<string, Words>> = {
  en: english,
  ko: { done: '완료', snooze: '나중에 다시', open: (count) => `${count}개 모두 보기`, unsubscribe: '수신 거부' },
}

interface Link {
  readonly label: string
  readonly url: string
}

/** Several reminders in one mail are done one by one, on their page. */
function linksOf({ done, snooze, open }: Actions, count: number, said: Words): Link[] {
  if (count > 1) return [{ label: said.open(count), url: open }]
  return [
    { label: said.done, url: done },
    { label: said.snooze, url: snooze },
  ]
}

function wordsFor(language: string): Words {
  return words[language.split('-')[0] ?? ''] ?? english
}

export function textOf({ text, actions, count }: Content, language: string): string {
  const body = clean(text).trimEnd()
  if (!actions) return `${body}\n`
  const said = wordsFor(language)
  const links = linksOf(actions, count, said).map(({ label, url }) => `${label}: ${url}`)
  return `${body}\n\n${links.join('\n')}\n\n-- \n${said.unsubscribe}: ${actions.unsubscribe}\n`
}

const rightToLeft = new Set(['ar', 'ckb', 'dv', 'fa', 'he', 'ps', 'sd', 'ug', 'ur', 'yi'])

export function htmlOf(content: Content, language: string): string {
  const { subject, text, html, actions, count } = content
  // A template that is a whole page has its own layout.
  if (html !== null && /^\s*<(!doctype|html)\b/i.test(html)) return clean(html)
  const direction = rightToLeft.has(language.split('-')[0] ?? '') ? 'rtl' : 'ltr'
  const said = wordsFor(language)
  const body = html === null ? paragraphs(text) : clean(html)
  const buttons = actions ? buttonRow(linksOf(actions, count, said)) : ''
  const footer = actions ? footerRow({ label: said.unsubscribe, url: actions.unsubscribe }) : ''
  return page({ language, direction, title: clean(subject), rows: `${contentRow(body)}${buttons}${footer}` })
}

interface Page {
  readonly language: string
  readonly direction: 'ltr' | 'rtl'
  readonly title: string
  readonly rows: string
}

const font = "-apple-system, 'Segoe UI', Roboto, Helvetica, Arial, 'Apple SD Gothic Neo', 'Noto Sans KR', sans-serif"

function page({ language, direction, title, rows }: Page): string {
  return `<!doctype html>
<html lang="${escapeHtml(language)}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title>
<style>
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background: #16181d !important; }
  .card { background: #22252c !important; color: #eceef2 !important; }
  .quiet, .quiet a { color: #a4abb8 !important; }
  .first { background: #7ea6ff !important; color: #10131a !important; }
  .other { border-color: #59606e !important; color: #eceef2 !important; }
}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f3f4f6;">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:#f3f4f6;">
<tr><td align="center" style="padding:24px 12px;">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;background:#ffffff;border-radius:10px;color:#1b1e24;font-family:${font};font-size:16px;line-height:1.5;">
${rows}</table>
</td></tr>
</table>
</body>
</html>
`
}

function contentRow(html: string): string {
  return `<tr><td style="padding:28px 28px 8px;">\n${html}\n</td></tr>\n`
}

function buttonRow(links: readonly Link[]): string {
  return `<tr><td style="padding:8px 28px 24px;">\n${links.map(button).join('\n')}\n</td></tr>\n`
}

/** The first is what most people want. At least 44 pixels high: for thumbs. */
function button({ label, url }: Link, at: number): string {
  const look =
    at === 0 ? 'background:#1f4fd8;border:1px solid #1f4fd8;color:#ffffff;' : 'border:1px solid #8b93a1;color:#1b1e24;'
  return `<a class="${at === 0 ? 'first' : 'other'}" href="${escapeHtml(url)}" style="display:inline-block;margin:0 8px 8px 0;padding:10px 22px;border-radius:6px;font-weight:600;text-decoration:none;${look}">${escapeHtml(label)}</a>`
}

function footerRow({ label, url }: Link): string {
  return `<tr><td class="quiet" style="padding:0 28px 24px;font-size:13px;color:#5c6370;">\n<a href="${escapeHtml(url)}" style="color:#5c6370;">${escapeHtml(label)}</a>\n</td></tr>\n`
}

/** An empty line parts paragraphs. */
function paragraphs(text: string): string {
  return clean(text)
    .trim()
    .split(/\n\s*\n/)
    .map((one) => `<p style="margin:0 0 16px;">${escapeHtml(one).replaceAll('\n', '<br>\n')}</p>`)
    .join('\n')
}

/** One kind of line break, and nothing that a text part cannot have. */
function clean(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replaceAll(/[^\P{Cc}\t\n]/gu, '')
}
