// "Begin here": a key, and the first three calls, which anybody can copy one after the other and see a reminder ring.

import { callTabs } from './call-tabs.ts'
import type { Call } from './calls.ts'
import { codeBlock } from './code.ts'
import type { Method } from './document.ts'
import { type Html, html } from './html.ts'
import type { Book } from './operations.ts'
import { inline, prose } from './prose.ts'

interface Step {
  readonly title: string
  readonly text: string
  /** The operation it is a call of, where the document has it. */
  readonly method: Method
  readonly template: string
  readonly path: string
  readonly query?: Call['query']
  readonly inPath?: readonly (readonly [name: string, value: string])[]
  readonly body?: unknown
  readonly operation: string
}

/** Bodies are checked against the document's schemas by a test. */
export const firstSteps: readonly Step[] = [
  {
    title: 'Say who is to be reminded',
    text: 'Repeating the call changes nothing. The time zone decides when “nine in the morning” is.',
    method: 'put',
    template: '/v1/recipients/{id}',
    path: '/v1/recipients/ana',
    operation: 'recipients.put',
    inPath: [['id', 'ana']],
    body: { name: 'Ana', timezone: 'Europe/Paris' },
  },
  {
    title: 'Schedule a reminder',
    text: 'It rings ten seconds from now, in Ana’s inbox, because no other channel is named.',
    method: 'post',
    template: '/v1/reminders',
    path: '/v1/reminders',
    operation: 'reminders.schedule',
    body: { entity: { type: 'note', id: '1' }, recipient: 'ana', in: 'PT10S', title: 'Stand up' },
  },
  {
    title: 'See that it rang',
    text: 'After ten seconds there is one delivery, with the state `sent`. Whatever was not sent says why.',
    method: 'get',
    template: '/v1/deliveries',
    path: '/v1/deliveries',
    query: [['recipient', 'ana']],
    operation: 'deliveries.list',
  },
]

export function begin(book: Book): Html {
  const { document } = book
  return html`<section class="operation" id="begin" aria-labelledby="begin-title" data-section>
<div class="told"><h2 id="begin-title"><a class="anchor" href="#begin">Begin here</a></h2>
${prose(document.info.description)}
<h3>A key</h3>
<p>The first start of the server prints one operator key, once. <code>BELFRY_OPERATOR_KEY</code> (32 characters or more) sets it
beforehand. ${keysLink(book)} A key has a scope: <code>read</code>, <code>write</code> or <code>operator</code>. It
travels in the header <code>Authorization: Bearer …</code>.</p></div>
<div class="shown"><h4 class="aside">In your shell</h4>${codeBlock('export BELFRY_KEY=bf_live_…', 'shell', 'Setting the key in a shell')}</div>
</section>
${firstSteps.map((step, i) => stepSection(step, i + 1, book))}`
}

function keysLink(book: Book): Html {
  const found = operationAt(book, 'post', '/v1/keys')
  return found === undefined
    ? html``
    : html`With it, <a href="#${found}">make a key for each program</a>, with no more rights than it needs.`
}

function stepSection(step: Step, number: number, book: Book): Html {
  const id = operationAt(book, step.method, step.template)
  const call: Call = {
    method: step.method.toUpperCase(),
    path: step.path,
    query: step.query ?? [],
    headers: step.body === undefined ? [] : [['content-type', 'application/json']],
    body: step.body,
    needsKey: true,
    operation: id ?? step.operation,
    inPath: step.inPath ?? [],
  }
  return html`<section class="operation step" aria-labelledby="step-${number}">
<div class="told"><h3 id="step-${number}">${number}. ${step.title}</h3><p>${inline(step.text)}</p>
${id !== undefined && html`<p><a href="#${id}">All of ${id}</a></p>`}</div>
<div class="shown">${callTabs(call, book.server, `step-${number}`)}</div>
</section>`
}

function operationAt({ nouns }: Book, method: Method, path: string): string | undefined {
  const all = nouns.flatMap(({ operations }) => operations)
  return all.find((one) => one.method === method && one.path === path)?.id
}
