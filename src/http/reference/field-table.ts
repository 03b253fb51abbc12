// Fields and parameters as a table. On a phone its rows become blocks (reference.css), so every cell can stand alone.

import type { Field } from './fields.ts'
import { type Html, html } from './html.ts'
import { inline } from './prose.ts'

export function fieldTable(fields: readonly Field[], caption: string, isRequest: boolean): Html {
  if (fields.length === 0) return html``
  return html`<table class="fields">
<caption class="unseen">${caption}</caption>
<thead><tr><th scope="col">Field</th><th scope="col">What it is</th></tr></thead>
<tbody>${fields.map((field) => row(field, isRequest))}</tbody>
</table>`
}

function row(field: Field, isRequest: boolean): Html {
  if (field.name === '')
    return html`<tr class="remark d${field.depth}"><td colspan="2">${place(field)}${field.type}</td></tr>`
  return html`<tr class="d${field.depth}">
<th scope="row"><code><span class="parent">${field.parent}</span>${field.name}</code>${requirement(field, isRequest)}</th>
<td><span class="type">${field.type}</span>${field.limits.map((limit) => html` <span class="limit">${limit}</span>`)}${
    field.deprecated && html` <span class="badge warn">deprecated</span>`
  }${field.description !== '' && html`<div class="about">${inline(field.description)}</div>`}${values(field)}</td>
</tr>`
}

function place({ parent }: Field): Html {
  return parent === '' ? html`` : html`<code>${parent}</code> `
}

/** Every field of an answer is there unless said otherwise; of a request, the required ones are marked. */
function requirement({ required }: Field, isRequest: boolean): Html {
  if (isRequest) return required ? html` <span class="required">required</span>` : html``
  return required ? html`` : html` <span class="optional">may be absent</span>`
}

function values({ choices, standard, pattern }: Field): Html {
  const listed = choices.map((choice) => html` <code>${JSON.stringify(choice)}</code>`)
  return html`${choices.length > 0 && html`<div class="values">${choices.length === 1 ? 'Always' : 'One of'}${listed}</div>`}${
    standard !== undefined && html`<div class="values">Default <code>${JSON.stringify(standard)}</code></div>`
  }${pattern !== undefined && html`<div class="values">Matches <code>${pattern}</code></div>`}`
}
