// One call in three languages. The tabs are radio buttons: they work by keyboard and without the script, which only makes all of
// them follow the one that was chosen.

import { type Call, clientCall, curl, fetchCall } from './calls.ts'
import { codeBlock } from './code.ts'
import { type Html, html } from './html.ts'

const languages = [
  { name: 'curl', label: 'curl', language: 'shell', write: curl },
  { name: 'fetch', label: 'JavaScript', language: 'javascript', write: fetchCall },
  { name: 'client', label: 'belfry/client', language: 'javascript', write: clientCall },
] as const

export function callTabs(call: Call, server: string, id: string): Html {
  return html`<fieldset class="tabs"><legend class="unseen">Language of the example</legend>${languages.map(
    ({ name, label }, i) =>
      html`<input type="radio" name="${id}--language" id="${id}--${name}" value="${name}"${i === 0 && html` checked`}><label for="${id}--${name}">${label}</label>`,
  )}${languages.map(
    ({ name, label, language, write }) =>
      html`<div class="panel ${name}">${codeBlock(write(call, server), language, `${id} with ${label}`)}</div>`,
  )}</fieldset>`
}
