// The search of every page: people by name, coming meetings and what rings next by title, and everything else by its id.

import { useId, useState } from 'preact/hooks'
import { api, type Meeting, type Recipient, type Reminder } from '../api.ts'
import { cityOf, nowMs, ownZone, showTime } from '../clock.ts'
import { useWords } from '../language.ts'
import { useFound } from '../people.ts'
import { go } from '../place.ts'
import { useQuery } from '../query.ts'
import { words } from '../words/find.ts'
import { hrefs } from './names.tsx'
import { steer } from './person-field.tsx'

interface Offer {
  readonly href: string
  readonly text: string
  readonly about: string
}

const ofEachMax = 5
/** Among so many, who is called exactly so is put first. */
const foundMax = 20
/** Titles are not searched by the server: of what rings next, so many. */
const ringsMax = 200

export function Find() {
  const w = useWords(words)
  const id = useId()
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [at, setAt] = useState(0)
  const offers = useOffers(text.trim(), isOpen)
  const isShown = isOpen && offers.length > 0
  const choose = (offer: Offer | undefined) => {
    if (!offer) return
    go(offer.href)
    setText('')
    setOpen(false)
  }
  const step = (by: number) => setAt((before) => Math.max(0, Math.min(offers.length - 1, before + by)))
  return (
    <search class="find">
      <div class="field person">
        <input
          role="combobox"
          aria-label={w.find}
          aria-expanded={isShown}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={isShown ? `${id}-${at}` : undefined}
          autocomplete="off"
          placeholder={w.hint}
          value={text}
          onBlur={() => setOpen(false)}
          onInput={(event) => {
            setText(event.currentTarget.value)
            setOpen(true)
            setAt(0)
          }}
          onKeyDown={(event) => {
            const close = () => setOpen(false)
            if (steer(event, isOpen, { step, choose: () => choose(offers[at]), close })) event.preventDefault()
          }}
        />
        <div id={`${id}-list`} role="listbox" aria-label={w.find} class="suggestions" hidden={!isShown}>
          {offers.map((offer, i) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: keys are the field's
            <div
              key={offer.href}
              id={`${id}-${i}`}
              role="option"
              tabIndex={-1}
              aria-selected={i === at}
              // Before the field loses the focus, which closes the list.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(offer)}
            >
              {offer.text} <span class="faint">{offer.about}</span>
            </div>
          ))}
        </div>
      </div>
    </search>
  )
}

function useOffers(text: string, isOpen: boolean): readonly Offer[] {
  const w = useWords(words)
  const found = useFound(text, foundMax)
  const { value } = useQuery(
    'meetings to find',
    () => api.meetings.list({ from: new Date(nowMs()).toISOString(), limit: 100 }),
    { enabled: isOpen },
  )
  const { value: coming } = useQuery('rings to find', () => api.reminders.upcoming({ limit: ringsMax }), {
    enabled: isOpen,
  })
  if (text === '') return []
  const sought = text.toLowerCase()
  const has = (one: string | null) => (one ?? '').toLowerCase().includes(sought)
  // Who is called exactly so is meant, whoever else has it in their name.
  const isIt = (one: Recipient) => Number(one.id === text || one.name?.toLowerCase() === sought)
  const people = found.toSorted((a, b) => isIt(b) - isIt(a))
  const meetings = value?.items.filter(({ title }) => has(title)) ?? []
  const offers = [
    ...people.slice(0, ofEachMax).map(ofPerson),
    ...meetings.slice(0, ofEachMax).map((one) => ofMeeting(one, w.meeting)),
    ...ringsOf(coming?.items.filter(({ title }) => has(title)) ?? [], w.rings),
  ]
  const byId = { href: placeOf(text), text: w.byId(text), about: '' }
  return offers.some(({ href }) => href === byId.href) ? offers : [...offers, byId]
}

function ofPerson({ id, name, timezone }: Recipient): Offer {
  return { href: hrefs.recipient(id), text: name || id, about: cityOf(timezone) }
}

/** Of each thing its next one; those of meetings are found by the meeting. */
function ringsOf(rings: readonly Reminder[], about: (when: string) => string): Offer[] {
  const next = new Map<string, Reminder>()
  for (const one of rings) {
    const name = `${one.entity.type}/${one.entity.id}`
    if (one.entity.type !== 'meeting' && !next.has(name)) next.set(name, one)
  }
  return [...next.values()].slice(0, ofEachMax).map(({ id, title, dueAt }) => ({
    href: hrefs.reminder(id),
    text: title ?? id,
    about: dueAt ? about(showTime(dueAt.instant, ownZone.get())) : '',
  }))
}

function ofMeeting({ id, title }: Meeting, about: string): Offer {
  return { href: hrefs.meeting(id), text: title ?? id, about }
}

/** By id: what it looks like says what it is. */
function placeOf(text: string): string {
  const [type, id] = text.split('/', 2)
  if (type && id) return hrefs.entity({ type, id })
  return /^rem_|^[0-9a-f-]{36}$/.test(text) ? hrefs.reminder(text) : hrefs.recipient(text)
}
