// What somebody wants: where they are reminded and of what, when not, and on this device.

import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { oneAtATime } from '../../one-at-a-time.ts'
import { kindIn } from '../../spans.ts'
import type { Inbox } from '../inbox.ts'
import type { Item, Person } from '../state.ts'
import { cityOf, deviceZone } from '../times.ts'
import { Push } from './push.tsx'
import { QuietHours } from './quiet-hours.tsx'

type Preferences = Person['preferences']
type OffList = 'channelsOff' | 'typesOff' | 'kindsOff'

export function Settings({ inbox }: { readonly inbox: Inbox }) {
  const { words } = inbox
  const [person, setPerson] = useState<Person | null>(null)
  const [trouble, setTrouble] = useState('')
  const read = () =>
    inbox.access.api.recipients
      .get({ id: inbox.recipient })
      .then(setPerson, (error) => setTrouble(String(error.message)))
  useEffect(() => void read(), [inbox])
  const put = usePut(inbox, person, (preferences) => setPerson((now) => now && { ...now, preferences }))
  if (!person)
    return (
      <p class="empty faint" role="status">
        {trouble || words.loading}
      </p>
    )
  return (
    <div class="settings">
      <Channels inbox={inbox} person={person} put={put} />
      <About inbox={inbox} person={person} put={put} />
      <QuietHours inbox={inbox} person={person} onSaved={(quietHours) => setPerson({ ...person, quietHours })} />
      <Push inbox={inbox} />
      <Zone inbox={inbox} person={person} onChanged={read} />
    </div>
  )
}

/** Shown at once. What is refused is shown as the server has it, unless something newer is on its way. */
function usePut(inbox: Inbox, person: Person | null, show: (preferences: Preferences) => void) {
  const kept = useRef<Preferences | undefined>(undefined)
  const newest = useRef<Preferences | undefined>(undefined)
  kept.current ??= person?.preferences
  const send = useMemo(
    () =>
      oneAtATime(async (preferences: Preferences) => {
        await inbox.access.api.recipients.putPreferences({ id: inbox.recipient, ...preferences })
        kept.current = preferences
      }),
    [inbox],
  )
  return (preferences: Preferences) => {
    newest.current = preferences
    show(preferences)
    const run = async () => {
      try {
        await send(preferences)
      } catch (error) {
        if (newest.current === preferences && kept.current) show(kept.current)
        throw error
      }
    }
    void inbox.act({ run, said: inbox.words.said.saved })
  }
}

interface PartProps {
  readonly inbox: Inbox
  readonly person: Person
  put(preferences: Preferences): void
}

function Channels({ inbox, person, put }: PartProps) {
  const { words } = inbox
  const { addresses, channels, suspended, preferences } = person
  const named = (channels ?? []).map((one) => (typeof one === 'string' ? one : one.channel))
  const all = unique(['in_app', ...Object.keys(addresses), ...named, ...preferences.channelsOff])
  return (
    <fieldset class="group">
      <legend>{words.channels}</legend>
      <p class="faint">{words.channelsHint}</p>
      {all.map((channel) => (
        <Check
          key={channel}
          label={words.channelNames[channel] ?? channel}
          hint={suspended[channel] ? words.suspended : ''}
          isOn={!preferences.channelsOff.includes(channel)}
          onChange={() => put(switched(preferences, 'channelsOff', channel))}
        />
      ))}
    </fieldset>
  )
}

/** What can be switched off is what has come so far, and what is off already. */
function About({ inbox, person: { preferences }, put }: PartProps) {
  const { words } = inbox
  const seen = useSeen(inbox)
  const types = unique([...seen.map(({ entity }) => entity.type), ...preferences.typesOff])
  const kinds = unique([...seen.map(({ kind }) => kind), ...preferences.kindsOff])
  if (types.length + kinds.length === 0) return null
  const said = (name: string) =>
    name === 'once' ? words.kindOnce : (kindIn(inbox.language, name) ?? name.replaceAll('_', ' '))
  const checks = (list: 'typesOff' | 'kindsOff', names: readonly string[]) =>
    names.map((name) => (
      <Check
        key={name}
        label={list === 'kindsOff' ? said(name) : name.replaceAll('_', ' ')}
        isOn={!preferences[list].includes(name)}
        onChange={() => put(switched(preferences, list, name))}
      />
    ))
  return (
    <fieldset class="group">
      <legend>{words.about}</legend>
      <p class="faint">{words.aboutHint}</p>
      {types.length > 0 && <p class="small">{words.types}</p>}
      {checks('typesOff', types)}
      {kinds.length > 0 && <p class="small">{words.kinds}</p>}
      {checks('kindsOff', kinds)}
    </fieldset>
  )
}

function useSeen(inbox: Inbox): readonly Item[] {
  const [seen, setSeen] = useState<readonly Item[]>([])
  useEffect(() => {
    const asked = { recipient: inbox.recipient, limit: 50 }
    inbox.access.api.inbox.list(asked).then(
      ({ items }) => setSeen(items),
      () => undefined,
    )
  }, [inbox])
  return seen
}

function Zone({ inbox, person, onChanged }: { inbox: Inbox; person: Person; onChanged(): Promise<void> }) {
  const { words } = inbox
  const other = deviceZone !== person.timezone ? deviceZone : null
  const use = (timezone: string) =>
    void inbox.act({
      run: () => inbox.access.api.recipients.putTimezone({ id: person.id, timezone }).then(onChanged),
      said: words.said.saved,
    })
  return (
    <fieldset class="group">
      <legend>{words.zone}</legend>
      <p>{person.timezone.replaceAll('_', ' ')}</p>
      {other && (
        <p class="line">
          <span class="faint">{words.zoneOther(cityOf(other))}</span>
          <button type="button" class="button" part="button" onClick={() => use(other)}>
            {words.useZone(cityOf(other))}
          </button>
        </p>
      )}
    </fieldset>
  )
}

interface CheckProps {
  readonly label: string
  readonly hint?: string
  readonly isOn: boolean
  onChange(): void
}

export function Check({ label, hint = '', isOn, onChange }: CheckProps) {
  return (
    <label class="check">
      <input type="checkbox" checked={isOn} onChange={onChange} />
      <span>
        {label}
        {hint && <span class="faint"> ({hint})</span>}
      </span>
    </label>
  )
}

function switched(preferences: Preferences, list: OffList, name: string): Preferences {
  const off = preferences[list]
  return { ...preferences, [list]: off.includes(name) ? off.filter((one) => one !== name) : [...off, name] }
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)]
}
