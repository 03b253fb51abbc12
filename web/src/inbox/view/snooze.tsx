// When it should ring again: in a while, tomorrow morning, or at a time of one's own, on the clock of the person it is for.

import { useEffect, useId, useRef, useState } from 'preact/hooks'
import type { Inbox } from '../inbox.ts'
import type { Item } from '../state.ts'
import { cityOf } from '../times.ts'

interface SnoozeProps {
  readonly inbox: Inbox
  readonly item: Item
  onClose(): void
}

const whiles = ['PT10M', 'PT1H', 'tomorrow'] as const

export function Snooze({ inbox, item, onClose }: SnoozeProps) {
  const { words } = inbox
  const [isPicking, setPicking] = useState(false)
  const [until, setUntil] = useState('')
  const first = useRef<HTMLButtonElement>(null)
  const id = useId()
  useEffect(() => first.current?.focus(), [])
  const snooze = (how: { for: string } | { until: string }) => {
    onClose()
    inbox.snooze(item, how)
  }
  const pressed = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    // Only this closes, and not the whole panel.
    event.preventDefault()
    event.stopPropagation()
    onClose()
  }
  return (
    <fieldset class="snoozes" aria-label={words.snooze} onKeyDown={pressed}>
      {whiles.map((one, i) => (
        <button
          key={one}
          ref={i === 0 ? first : null}
          type="button"
          class="button"
          part="button"
          onClick={() => snooze({ for: one })}
        >
          {words.snoozes[one]}
        </button>
      ))}
      <button
        type="button"
        class="button"
        part="button"
        aria-expanded={isPicking}
        onClick={() => setPicking(!isPicking)}
      >
        {words.snoozes.pick}
      </button>
      {isPicking && (
        <form
          class="pick"
          onSubmit={(event) => {
            event.preventDefault()
            if (until !== '') snooze({ until: `${until}:00` })
          }}
        >
          <label for={id}>{words.until(cityOf(item.at.timezone))}</label>
          <input
            id={id}
            type="datetime-local"
            required
            value={until}
            onInput={(event) => setUntil(event.currentTarget.value)}
          />
          <button type="submit" class="button main" part="button">
            {words.ok}
          </button>
        </form>
      )}
    </fieldset>
  )
}
