// The form that calls an operation from the page. It is hidden until the script is there; the key lives in the field alone and is
// never stored (reference.js).

import { textOf } from './calls.ts'
import type { Parameter } from './document.ts'
import { type Html, html } from './html.ts'
import { type Book, bodyMedia, type Listed } from './operations.ts'
import { sampleOfMedia, sampleOfParameter } from './sample.ts'
import { choices, typeWords } from './schema.ts'

export function tryIt(listed: Listed, book: Book): Html {
  const { id, method, path } = listed
  const needsKey = listed.security.some((requirement) => Object.keys(requirement).length > 0)
  const inputs = listed.parameters.filter((one) => ['path', 'query', 'header'].includes(one.in))
  return html`<details class="try" hidden>
<summary>Try it</summary>
<form data-method="${method.toUpperCase()}" data-path="${path}" autocomplete="off">
<p class="hint">This calls the server you are reading from.${method !== 'get' && ' It really changes things there.'}</p>
${needsKey && keyInput(id)}
${inputs.map((parameter) => parameterInput(id, parameter, book))}
${bodyInput(listed, book)}
<p class="actions"><button type="submit">Send ${method.toUpperCase()}</button> <button type="button" class="quiet" data-stop hidden>Stop</button></p>
</form>
<div class="result" role="status" hidden></div>
</details>`
}

function keyInput(id: string): Html {
  return html`<label for="${id}--key">Key <span class="hint">kept in this page until you leave it</span></label>
<input id="${id}--key" data-key type="password" autocomplete="off" spellcheck="false" placeholder="bf_live_…">`
}

function parameterInput(id: string, parameter: Parameter, { lookup }: Book): Html {
  const field = `${id}--${parameter.in}-${parameter.name}`.replaceAll(/[^\w.-]/g, '-')
  const label = html`<label for="${field}"><code>${parameter.name}</code> <span class="hint">${parameter.in}${
    parameter.required && ', required'
  }</span></label>`
  const name = `${parameter.in}:${parameter.name}`
  const required = parameter.required === true && html` required`
  const { schema } = lookup(parameter.schema)
  const listed = schema.type === 'boolean' ? [true, false] : choices(parameter.schema, lookup)
  const isFilled = parameter.required === true || parameter.example !== undefined
  const value = isFilled ? textOf(sampleOfParameter(parameter, lookup)) : ''
  if (listed.length > 0)
    return html`${label}<select id="${field}" name="${name}"${required}><option value=""></option>${listed
      .map(textOf)
      .map((choice) => html`<option${choice === value && html` selected`}>${choice}</option>`)}</select>`
  return html`${label}<input id="${field}" name="${name}" value="${value}" placeholder="${typeWords(
    parameter.schema,
    lookup,
  )}" spellcheck="false"${required}>`
}

function bodyInput({ id, body }: Listed, { document, lookup }: Book): Html {
  const [mediaName, media] = bodyMedia(body) ?? []
  if (mediaName === undefined) return html``
  const sample = sampleOfMedia(media, document, lookup, 'brief')
  const text = typeof sample === 'string' ? sample : JSON.stringify(sample, null, 2)
  const rows = Math.min(16, text.split('\n').length + 1)
  return html`<label for="${id}--body">Body <span class="hint">${mediaName}</span></label>
<textarea id="${id}--body" name="body" data-type="${mediaName}" rows="${rows}" spellcheck="false">${`\n${text}`}</textarea>`
}
