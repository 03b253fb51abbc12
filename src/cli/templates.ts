// `belfry templates`: what messages say, where the built-in words do not fit.

import { BelfryError } from '../errors.ts'
import type { Belfry, Format, TemplateFor, TemplateInput, TemplatePreview, TemplateSummary } from '../index.ts'
import { plain } from './print/paint.ts'
import { table } from './print/table.ts'
import { usageError } from './program/arguments.ts'
import type { Call } from './program/call.ts'
import type { Command } from './program/command.ts'
import { exit } from './program/exit-codes.ts'
import { readJsonFile } from './program/files.ts'
import { pageOf, pageOptions } from './program/pages.ts'
import { verbOf } from './program/verb.ts'

export const templates: Command = {
  usage: [
    'templates',
    'templates show <name>',
    'templates put <file.json>',
    'templates delete <name>',
    'templates preview [<name> | --file <file.json>] [options]',
  ],
  details: `preview sends nothing: it shows what a message would say. Without a name or a file it takes the template that such a message
would have, or the built-in words.`,
  options: {
    locale: { value: '<tag>', about: 'Which one of a name, such as ko; preview: the language of the person' },
    file: { value: '<file.json>', about: 'preview: a template that is not stored' },
    channel: { value: '<channel>', about: 'preview: on which channel' },
    kind: { value: '<kind>', about: 'preview: which kind of reminder, such as 24h_before' },
    type: { value: '<type>', about: 'preview: what type of entity, such as meeting' },
    title: { value: '<text>', about: 'preview: its title' },
    body: { value: '<text>', about: 'preview: its body' },
    data: { value: '<json>', about: 'preview: its data' },
    at: { value: '<moment>', about: 'preview: when it takes place (in 24 hours)' },
    timezone: { value: '<zone>', about: 'preview: the zone of the person (UTC)' },
    format: { value: '<format>', about: 'preview: email, push, chat or plain (email)' },
    ...pageOptions,
  },
  words: [0, 2],
  examples: [
    ['templates', 'every template of yours'],
    ['templates put tomorrow.json', 'makes or changes one'],
    ['templates preview --kind 24h_before --title "Budget review" --locale ko', 'what a message says without one'],
    ['templates delete tomorrow --locale ko', 'removes one'],
  ],
  async run(call) {
    const work = verbOf(call, 'templates', verbs)
    return await call.with((belfry) => work(call, belfry))
  },
}

type Verb = (call: Call, belfry: Belfry) => Promise<number | undefined>

const verbs: Readonly<Record<string, Verb>> = { list, show, put, delete: remove, preview }

async function list(call: Call, belfry: Belfry): Promise<undefined> {
  const page = await belfry.templates.list(pageOf(call))
  await call.answer(page, () => {
    if (page.items.length === 0) return 'There are no templates of yours: messages have the built-in words.'
    const text = templateTable(call, page.items)
    return page.nextCursor === null ? text : `${text}\nMore: --cursor '${page.nextCursor}'\n`
  })
}

function which(call: Call) {
  return { name: call.word(1, 'template'), locale: call.text('locale') ?? null }
}

async function show(call: Call, belfry: Belfry): Promise<undefined> {
  const { name, locale } = which(call)
  const found = await belfry.templates.get({ name, locale })
  if (!found) {
    const accepted = 'one that belfry templates lists, with its --locale'
    throw new BelfryError('not_found', `There is no template ${JSON.stringify(name)}.`, { field: '/name', accepted })
  }
  await call.answer(found, () => {
    const { subject, text, html } = found
    const parts = Object.entries({ subject, text, html }).flatMap(([part, words]) =>
      words === null ? [] : [`\n${call.paint.dim(part)}\n${plainLines(words)}\n`],
    )
    return `${templateTable(call, [{ ...found, parts: [] }])}${parts.join('')}`
  })
}

async function put(call: Call, belfry: Belfry): Promise<undefined> {
  // What is wrong with it is said there, with its place.
  const made = await belfry.templates.put((await readJsonFile(call, call.word(1, 'file'))) as TemplateInput)
  await call.answer(made, () => templateTable(call, [{ ...made, parts: [] }]))
}

async function remove(call: Call, belfry: Belfry): Promise<number | undefined> {
  const { name, locale } = which(call)
  const deleted = await belfry.templates.delete({ name, locale })
  await call.answer({ name, locale, deleted }, () =>
    deleted ? `Deleted: ${plain(name)}.` : `There is no template ${JSON.stringify(name)}.`,
  )
  return deleted ? undefined : exit.notFound
}

async function preview(call: Call, belfry: Belfry): Promise<undefined> {
  const [, name] = call.words
  const file = call.text('file')
  if (name !== undefined && file !== undefined) throw usageError('A name or a file, not both.', call.usage)
  const draft = file === undefined ? undefined : ((await readJsonFile(call, file)) as TemplateInput)
  const locale = call.text('locale')
  const shown = await belfry.templates.preview({
    ...(name === undefined ? {} : { name, ...(locale === undefined ? {} : { locale }) }),
    ...(draft === undefined ? {} : { template: textsOf(draft) }),
    for: { ...draft?.for, ...purposeOf(call) },
    sample: sampleOf(call),
    format: (call.text('format') ?? 'email') as Format,
  })
  await call.answer(shown, () => previewText(call, shown))
}

function textsOf({ subject = null, text = null, html = null }: TemplateInput) {
  return { subject, text, html }
}

function given(call: Call, options: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(options).flatMap(([field, option]) => {
      const text = call.text(option)
      return text === undefined ? [] : [[field, text]]
    }),
  )
}

function purposeOf(call: Call): TemplateFor {
  return given(call, { channel: 'channel', kind: 'kind', entityType: 'type' })
}

function sampleOf(call: Call) {
  const texts = given(call, { title: 'title', body: 'body', at: 'at', timezone: 'timezone', locale: 'locale' })
  const data = call.text('data')
  return data === undefined ? texts : { ...texts, data: parsed(data) }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw usageError('--data is not JSON.', `--data '{"room":"4.12"}'`)
  }
}

function previewText(call: Call, { template, contents, problem }: TemplatePreview): string {
  const from = template ? `Template ${plain(template.name)}` : 'Built-in, or not stored'
  const parts = Object.entries(contents).flatMap(([format, { subject, text, html }]) => [
    `\n${call.paint.dim(format)}\nSubject: ${plain(subject)}\n\n${plainLines(text)}\n`,
    ...(html === null ? [] : [`\n${call.paint.dim(`${format}, HTML`)}\n${plainLines(html)}\n`]),
  ])
  const trouble = problem === null ? '' : `\n${call.paint.red('The template could not be used')}: ${plain(problem)}\n`
  return `${from}.\n${parts.join('')}${trouble}`
}

function plainLines(text: string): string {
  return text.split('\n').map(plain).join('\n')
}

function templateTable(call: Call, items: readonly TemplateSummary[]): string {
  const { columns, isTty } = call.terminal
  const rows = items.map(({ name, locale, for: purpose, parts, version }) => [
    plain(name),
    locale ?? 'every',
    Object.entries(purpose)
      .map(([what, value]) => `${what} ${plain(value)}`)
      .join(', ') || 'everything',
    String(version),
    parts.join(', '),
  ])
  const head = ['name', 'language', 'for', 'version', 'parts']
  const cut = { columns, paint: call.paint, cut: isTty.out }
  return parts(items)
    ? table(head, rows, cut)
    : table(
        head.slice(0, -1),
        rows.map((row) => row.slice(0, -1)),
        cut,
      )
}

function parts(items: readonly TemplateSummary[]): boolean {
  return items.some((item) => item.parts.length > 0)
}
