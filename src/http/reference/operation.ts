// One operation: what it does, who may call it, what it takes and what it answers on one side; the call and its answer on the
// other.

import { answerExample, answers, type CodeWords } from './answers.ts'
import { callTabs } from './call-tabs.ts'
import { callOf } from './calls.ts'
import type { Parameter, SecurityRequirement } from './document.ts'
import { fieldTable } from './field-table.ts'
import { fieldOf, fieldsOf } from './fields.ts'
import { type Html, html } from './html.ts'
import { type Book, bodyMedia, type Listed } from './operations.ts'
import { inline, prose } from './prose.ts'
import { typeWords } from './schema.ts'
import { tryIt } from './try-it.ts'

export function operationSection(listed: Listed, book: Book, words: CodeWords): Html {
  const { id, method, path, operation } = listed
  return html`<section class="operation" id="${id}" aria-labelledby="${id}--title" data-section>
<div class="told">
<h3 id="${id}--title"><a class="anchor" href="#${id}">${listed.title}</a>${operation.deprecated && html` <span class="badge warn">deprecated</span>`}</h3>
<p class="route">${methodBadge(method)} <code>${routeWords(path)}</code></p>
${prose(operation.description)}
${access(listed.security)}
${parameterTables(listed, book)}
${bodyTable(listed, book)}
${answers(listed, book, words)}
</div>
<div class="shown">
<h4 class="aside">Call</h4>
${callTabs(callOf(listed, book), book.server, id)}
${answerExample(listed, book)}
${tryIt(listed, book)}
</div>
</section>`
}

export function methodBadge(method: string): Html {
  return html`<span class="method ${method}">${method === 'delete' ? 'DEL' : method.toUpperCase()}</span>`
}

/** May break after a slash, so that a long path fits a phone. */
function routeWords(path: string): Html {
  const parts = path.split(/(?<=\/)/)
  return html`${parts.map((part) => html`${part.startsWith('{') ? html`<var>${part}</var>` : part}<wbr>`)}`
}

/** One requirement is enough; several schemes in one are needed together. */
function access(security: readonly SecurityRequirement[]): Html {
  const ways = security.map((requirement) => Object.entries(requirement))
  if (ways.length === 0 || ways.some((way) => way.length === 0))
    return html`<p class="access">Who may call it: everybody, without a key.</p>`
  const said = ways.map((way) => way.map(([scheme, scopes]) => wayWords(scheme, scopes)))
  return html`<p class="access">Who may call it: ${said.map((way, i) => html`${i > 0 && ', or '}${way.map((one, j) => html`${j > 0 && ' with '}${one}`)}`)}.</p>`
}

function wayWords(scheme: string, scopes: readonly string[]): Html {
  const listed = scopes.map((scope) => html` <span class="badge scope">${scope}</span>`)
  return html`${schemeWords(scheme)}${scopes.length > 0 && html` with the scope${listed}`}`
}

/** `apiKey` → `api key`: the names of schemes are the document's, and read well when they are words. */
function schemeWords(scheme: string): string {
  const words = scheme.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return `${/^[aeiou]/.test(words) ? 'an' : 'a'} ${words.replace(/^api /, 'API ')}`
}

const places: readonly (readonly [place: string, title: string])[] = [
  ['path', 'In the path'],
  ['query', 'In the query'],
  ['header', 'Headers'],
]

function parameterTables(listed: Listed, book: Book): Html {
  const tables = places.map(([place, title]) => {
    const rows = listed.parameters.filter((one) => one.in === place).map((one) => parameterField(one, book))
    return rows.length > 0 && html`<h4>${title}</h4>${fieldTable(rows, `${title}: parameters of ${listed.id}`, true)}`
  })
  return html`${tables}`
}

function parameterField(parameter: Parameter, { lookup }: Book) {
  const { name, required = false, schema } = parameter
  const field = fieldOf(schema, lookup, { parent: '', name, depth: 0, required })
  return {
    ...field,
    description: parameter.description ?? field.description,
    deprecated: parameter.deprecated ?? field.deprecated,
  }
}

function bodyTable({ id, body }: Listed, { lookup }: Book): Html {
  const [mediaName, media] = bodyMedia(body) ?? []
  if (body === undefined || mediaName === undefined) return html``
  const fields = fieldsOf(media?.schema, lookup, 'request')
  const kind = fields.length === 0 && html`: ${typeWords(media?.schema, lookup)}`
  return html`<h4>Body${body.required !== true && html` <span class="optional">may be left out</span>`}</h4>
<p class="media"><code>${mediaName}</code>${kind} ${inline(body.description)}</p>
${fieldTable(fields, `Fields of the body of ${id}`, true)}`
}
