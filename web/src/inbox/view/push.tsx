// Notifications on this device. The browser is asked only when somebody presses the button.

import { useEffect, useState } from 'preact/hooks'
import type { Inbox } from '../inbox.ts'
import { type PushStanding, pushStanding, turnOff, turnOn } from '../push.ts'

export function Push({ inbox }: { readonly inbox: Inbox }) {
  const { words } = inbox
  const [standing, setStanding] = useState<PushStanding | null>(null)
  const look = () => pushStanding(inbox).then(setStanding, () => setStanding('unset'))
  useEffect(() => void look(), [inbox])
  const run = (work: () => Promise<unknown>) => void inbox.act({ run: () => work().finally(look), said: '' })
  const text = {
    on: words.pushIsOn,
    off: words.pushHint,
    denied: words.pushDenied,
    foreign: words.pushForeign,
    none: words.pushNone,
    unset: words.pushUnset,
  }
  return (
    <fieldset class="group">
      <legend>{words.push}</legend>
      <p class="faint" role="status">
        {standing === null ? words.loading : text[standing]}
      </p>
      {standing === 'on' && (
        <button type="button" class="button" part="button" onClick={() => run(() => turnOff(inbox))}>
          {words.pushOff}
        </button>
      )}
      {standing === 'off' && (
        <button type="button" class="button main" part="button" onClick={() => run(() => turnOn(inbox))}>
          {words.pushOn}
        </button>
      )}
      {standing === 'foreign' && <OwnPage inbox={inbox} />}
    </fieldset>
  )
}

/** The token goes behind the #, which no browser sends to a server. */
function OwnPage({ inbox }: { readonly inbox: Inbox }) {
  const [token, setToken] = useState('')
  useEffect(() => void inbox.access.token().then(setToken, () => undefined), [inbox])
  // A link without it would lead to a page that lets nobody in.
  if (token === '') return null
  return (
    <a
      class="button"
      part="button"
      href={`${inbox.server}/inbox#token=${token}`}
      target="_blank"
      rel="noopener noreferrer"
    >
      {inbox.words.pushForeignLink}
    </a>
  )
}
