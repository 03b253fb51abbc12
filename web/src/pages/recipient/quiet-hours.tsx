// When nothing rings: spans of the day in the recipient's zone, each with its days, and a band that shows the day.

import { useState } from 'preact/hooks'
import { act } from '../../act.ts'
import { api, type Recipient } from '../../api.ts'
import { useWords } from '../../language.ts'
import { Button } from '../../parts/button.tsx'
import { TextField } from '../../parts/field.tsx'
import { Panel } from '../../parts/page.tsx'
import { isQuiet } from '../../quiet.ts'
import { words } from '../../words/recipients.ts'

type Windows = NonNullable<Recipient['quietHours']>
type Window = Windows[number]
type Day = NonNullable<
  Extract<Parameters<typeof api.recipients.putQuietHours>[0]['quietHours'], readonly unknown[]>[number]['days']
>[number]

const week: readonly Day[] = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']

export function QuietHours({ recipient }: { readonly recipient: Recipient }) {
  const w = useWords(words)
  const { id } = recipient
  const before = recipient.quietHours ?? []
  const [windows, setWindows] = useState<Windows>(before)
  const put = (list: Windows) =>
    api.recipients.putQuietHours({
      id,
      quietHours:
        list.length === 0
          ? null
          : list.map(({ from, to, days }) => ({ from, to, ...(days ? { days: days as Day[] } : {}) })),
    })
  const save = () => act({ run: () => put(windows), said: w.quietSaved, undo: () => put(before) })
  const change = (i: number, more: Partial<Window>) =>
    setWindows(windows.map((one, j) => (i === j ? { ...one, ...more } : one)))
  const isChanged = JSON.stringify(windows) !== JSON.stringify(before)
  return (
    <Panel title={w.quiet}>
      <p class="hint">{windows.length === 0 ? w.noQuiet : w.quietAbout}</p>
      {windows.length > 0 && <DayBand windows={windows} />}
      <div class="windows">
        {windows.map((one, i) => (
          <div key={i} class="window">
            <TextField label={w.from} type="time" value={one.from} onInput={(from) => change(i, { from })} />
            <TextField label={w.to} type="time" value={one.to} onInput={(to) => change(i, { to })} />
            <Weekdays days={one.days} onChange={(days) => change(i, { days })} />
            <Button kind="quiet" onPress={() => setWindows(windows.filter((_, j) => i !== j))}>
              {w.remove}
            </Button>
          </div>
        ))}
      </div>
      <Button icon="plus" onPress={() => setWindows([...windows, { from: '22:00', to: '07:00' }])}>
        {w.addQuiet}
      </Button>{' '}
      {isChanged && (
        <Button kind="main" onPress={save}>
          {w.saveQuiet}
        </Button>
      )}
    </Panel>
  )
}

interface WeekdaysProps {
  readonly days: readonly string[] | undefined
  readonly onChange: (days: string[] | undefined) => void
}

/** None chosen: every day. */
function Weekdays({ days, onChange }: WeekdaysProps) {
  const w = useWords(words)
  const toggle = (day: string) => {
    const on: readonly string[] = days ?? week
    const next = on.includes(day) ? on.filter((one) => one !== day) : [...on, day]
    onChange(next.length === 0 || next.length === week.length ? undefined : week.filter((one) => next.includes(one)))
  }
  return (
    <fieldset class="weekdays">
      <legend class="unseen">{w.days}</legend>
      {week.map((day) => (
        <Button key={day} pressed={days === undefined || days.includes(day)} onPress={() => toggle(day)}>
          {w.dayNames[day]}
        </Button>
      ))}
    </fieldset>
  )
}

/** A day from midnight to midnight. */
function DayBand({ windows }: { readonly windows: Windows }) {
  const quiet = Array.from({ length: 96 }, (_, i) => windows.some((one) => isQuiet(one, i * 15)))
  return (
    <div aria-hidden="true">
      <div class="day-band">
        {quiet.map((isOn, i) => (
          <i key={i} class={isOn ? 'quiet' : ''} />
        ))}
      </div>
      <div class="day-hours faint">
        {[0, 6, 12, 18, 24].map((hour) => (
          <span key={hour}>{hour}</span>
        ))}
      </div>
    </div>
  )
}
