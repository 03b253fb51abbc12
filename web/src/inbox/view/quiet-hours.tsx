// When nothing rings: one or more windows, each on some days or on all.

import { useState } from 'preact/hooks'
import type { Inbox } from '../inbox.ts'
import type { Person, QuietWindow } from '../state.ts'
import { cityOf, showWeekday, weekdays } from '../times.ts'
import { Icon } from './icon.tsx'

interface QuietHoursProps {
  readonly inbox: Inbox
  readonly person: Person
  onSaved(quietHours: Person['quietHours']): void
}

const usual: QuietWindow = { from: '22:00', to: '07:00' }

export function QuietHours({ inbox, person, onSaved }: QuietHoursProps) {
  const { words } = inbox
  const [windows, setWindows] = useState<readonly QuietWindow[]>(person.quietHours ?? [])
  const change = (at: number, next: QuietWindow) => setWindows(windows.map((one, i) => (i === at ? next : one)))
  const save = () =>
    void inbox.act({
      async run() {
        const quietHours = windows.length === 0 ? null : windows.map(asInput)
        onSaved((await inbox.access.api.recipients.putQuietHours({ id: person.id, quietHours })).quietHours)
      },
      said: words.said.saved,
    })
  return (
    <fieldset class="group">
      <legend>{words.quiet}</legend>
      <p class="faint">{words.quietHint(cityOf(person.timezone))}</p>
      {windows.length === 0 && <p>{words.quietNone}</p>}
      {windows.map((window, at) => (
        <Window
          // They have no names of their own.
          key={at}
          inbox={inbox}
          window={window}
          onChange={(next) => change(at, next)}
          onRemove={() => setWindows(windows.filter((_, i) => i !== at))}
        />
      ))}
      <p class="line">
        <button type="button" class="button" part="button" onClick={() => setWindows([...windows, usual])}>
          {words.addQuiet}
        </button>
        <button type="button" class="button main" part="button" onClick={save}>
          {words.save}
        </button>
      </p>
    </fieldset>
  )
}

type Day = (typeof weekdays)[number]

function asInput({ from, to, days }: QuietWindow) {
  return { from, to, ...(days === undefined || days.length === 0 ? {} : { days: days as Day[] }) }
}

interface WindowProps {
  readonly inbox: Inbox
  readonly window: QuietWindow
  onChange(next: QuietWindow): void
  onRemove(): void
}

function Window({ inbox, window, onChange, onRemove }: WindowProps) {
  const { words, language } = inbox
  const { from, to } = window
  const days = window.days ?? [...weekdays]
  const toggle = (day: Day) => {
    const next = weekdays.filter((one) => days.includes(one) !== (one === day))
    // On no day at all is what removing is for.
    if (next.length > 0) onChange({ from, to, ...(next.length === weekdays.length ? {} : { days: next }) })
  }
  return (
    <div class="window">
      <div class="line">
        <label>
          {words.from}
          <input
            type="time"
            required
            value={from}
            onInput={(event) => onChange({ ...window, from: event.currentTarget.value })}
          />
        </label>
        <label>
          {words.to}
          <input
            type="time"
            required
            value={to}
            onInput={(event) => onChange({ ...window, to: event.currentTarget.value })}
          />
        </label>
        <button
          type="button"
          class="round"
          aria-label={words.removeQuiet(from, to)}
          title={words.removeQuiet(from, to)}
          onClick={onRemove}
        >
          <Icon name="close" />
        </button>
      </div>
      <fieldset class="days" aria-label={words.onDays}>
        {weekdays.map((day, i) => (
          <label key={day} class="day" title={showWeekday(i, language, 'long')}>
            <input
              type="checkbox"
              aria-label={showWeekday(i, language, 'long')}
              checked={days.includes(day)}
              onChange={() => toggle(day)}
            />
            <span aria-hidden="true">{showWeekday(i, language, 'short')}</span>
          </label>
        ))}
      </fieldset>
    </div>
  )
}
