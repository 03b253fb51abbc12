// What an operation answers: the good ones with their fields and an example, the errors as a list of codes. All errors have the
// same shape (RFC 9457), which the page tells once.

import { codeBlock, jsonBlock } from './code.ts'
import type { Header, Schema } from './document.ts'
import { fieldTable } from './field-table.ts'
import { fieldOf, fieldsOf } from './fields.ts'
import { type Html, html } from './html.ts'
import type { Answer, Book, Listed } from './operations.ts'
import { inline, prose } from './prose.ts'
import { sampleOfMedia } from './sample.ts'
import { choices, dereference, typeWords } from './schema.ts'

/** What each error code means, where the caller knows. */
export type CodeWords = Readonly<Record<string, string>>

export function answers(listed: Listed, book: Book, words: CodeWords): Html {
  const good = listed.answers.filter(({ isProblem }) => !isProblem)
  const problems = listed.answers.filter(({ isProblem }) => isProblem)
  return html`<h4>Answers</h4>
${good.map((answer, i) => goodAnswer(listed, answer, book, i === 0))}${problems.length > 0 && problemList(listed, problems, book, words)}`
}

function goodAnswer(listed: Listed, answer: Answer, book: Book, isOpen: boolean): Html {
  const { status, response, media } = answer
  const summary = html`<summary>${statusBadge(status)} <span>${inline(response.description)}</span></summary>`
  const fields = fieldsOf(media?.schema, book.lookup, 'response')
  const headers = headerTable(listed, answer, book)
  if (media === undefined && headers === undefined)
    return html`<div class="answer plain">${statusBadge(status)} <span>${inline(response.description)}</span></div>`
  return html`<details class="answer"${isOpen && html` open`}>${summary}
${answer.mediaName && html`<p class="media"><code>${answer.mediaName}</code>${fields.length === 0 && html`: ${typeWords(media?.schema, book.lookup)}`}</p>`}
${fieldTable(fields, `Fields of the answer ${status} of ${listed.id}`, false)}${headers}
</details>`
}

function headerTable({ id }: Listed, { status, response }: Answer, book: Book): Html | undefined {
  const headers = Object.entries(response.headers ?? {})
  if (headers.length === 0) return undefined
  const rows = headers.map(([name, given]) => {
    const { schema, description } = dereference<Header>(book.document, given)
    const field = fieldOf(schema, book.lookup, { parent: '', name, depth: 0, required: true })
    return { ...field, description: description ?? field.description }
  })
  return html`<h5>Headers</h5>${fieldTable(rows, `Headers of the answer ${status} of ${id}`, false)}`
}

export function statusBadge(status: string): Html {
  const kind = { 2: 'good', 3: 'good', 4: 'caller', 5: 'server' }[Number(status[0])] ?? 'caller'
  return html`<span class="status ${kind}">${status}</span>`
}

function problemList({ id }: Listed, problems: readonly Answer[], book: Book, words: CodeWords): Html {
  return html`<table class="errors"><caption class="unseen">Errors of ${id}</caption>
<thead class="unseen"><tr><th scope="col">Status</th><th scope="col">When</th></tr></thead>
<tbody>${problems.map(
    (answer) => html`<tr><th scope="row">${statusBadge(answer.status)}</th>
<td>${inline(answer.response.description)}${codeList(codesOf(answer, book), words)}</td></tr>`,
  )}</tbody></table>`
}

function codeList(codes: readonly string[], words: CodeWords): Html {
  if (codes.length === 0) return html``
  return html`<ul class="codes">${codes.map((code) => html`<li><code>${code}</code>${words[code] && html` ${words[code]}`}</li>`)}</ul>`
}

/** `x-codes`, else what the schema lists for `code`, else the code of the example. */
export function codesOf({ response, media }: Answer, { lookup, document }: Book): string[] {
  if (response['x-codes']) return response['x-codes'].map(String)
  const listed = choices(lookup(media?.schema).schema.properties?.code, lookup)
  if (listed.length > 0) return listed.map(String)
  if (media?.example === undefined && media?.examples === undefined) return []
  const example = sampleOfMedia(media, document, lookup, 'whole') as { readonly code?: unknown } | null | undefined
  return example?.code === undefined ? [] : [String(example.code)]
}

/** The example beside the fields: that of the first good answer with a body. */
export function answerExample(listed: Listed, { document, lookup }: Book): Html {
  const answer = listed.answers.find(({ isProblem, media }) => !isProblem && media !== undefined)
  if (answer === undefined) return html``
  const sample = sampleOfMedia(answer.media, document, lookup, 'whole')
  const label = `Example of an answer of ${listed.id}`
  return html`<h4 class="aside">Answer ${statusBadge(answer.status)}</h4>${
    typeof sample === 'string' ? codeBlock(sample, 'shell', label) : jsonBlock(sample, label)
  }`
}

/** The one shape of all errors, told once; undefined when the document has none. */
export function problemShape(book: Book): Html | undefined {
  const listed = book.nouns.flatMap(({ operations }) => operations)
  const problems = listed.flatMap(({ answers: all }) => all).filter(({ isProblem }) => isProblem)
  // The one that everybody meets first.
  const found = problems.find(({ status }) => status === '400') ?? problems[0]
  if (found === undefined) return undefined
  const schema: Schema | undefined = found.media?.schema
  return html`<section class="operation" id="errors" aria-labelledby="errors-title" data-section>
<div class="told"><h2 id="errors-title"><a class="anchor" href="#errors">Errors</a></h2>
${prose('An error is `application/problem+json` (RFC 9457). Decide by its `code`, which stays the same; `detail` is for people and may change. Each operation lists the codes it may answer.')}
${fieldTable(fieldsOf(schema, book.lookup, 'response'), 'Fields of an error', false)}</div>
<div class="shown"><h3 class="aside">Answer ${statusBadge(found.status)}</h3>
${jsonBlock(sampleOfMedia(found.media, book.document, book.lookup, 'whole'), 'Example of an error')}</div>
</section>`
}
