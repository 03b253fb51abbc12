// One of the people, found by typing; who is not there yet is added on the spot.

import { useEffect, useId, useRef, useState } from 'preact/hooks'
import type { Recipient } from '../api.ts'
import { cityOf } from '../clock.ts'
import { useWords } from '../language.ts'
import { useFound, useName } from '../people.ts'
import { isComposed } from '../typing.ts'
import { words } from '../words/people.ts'
import { NewPerson } from './new-person.tsx'

interface PersonFieldProps {
  readonly label: string
  readonly hint?: string
  readonly error?: string | null
  /** Empty: nobody yet. */
  readonly value: string
  readonly onChoose: (id: string) => void
  /** Those who are chosen elsewhere. */
  readonly without?: readonly string[]
  readonly placeholder?: string
  /** For a filter: nobody is made there. */
  readonly isFilter?: boolean
}

const shownMax = 8

export function PersonField(props: PersonFieldProps) {
  const [newName, setNewName] = useState<string | null>(null)
  const [back, setBack] = useState<'made' | 'never' | null>(null)
  if (newName === null) return <Finder {...props} onNew={setNewName} back={back} />
  const close = (how: 'made' | 'never') => {
    setNewName(null)
    setBack(how)
  }
  return (
    <NewPerson
      name={newName}
      onNever={() => close('never')}
      onMade={(id) => {
        close('made')
        props.onChoose(id)
      }}
    />
  )
}

interface FinderProps extends PersonFieldProps {
  readonly onNew: (name: string) => void
  /** It comes back after somebody was added, or after all was not. */
  readonly back: 'made' | 'never' | null
}

function Finder({ onNew, back, ...props }: FinderProps) {
  const { label, hint, error, value, onChoose, without = [], placeholder, isFilter } = props
  const w = useWords(words)
  const id = useId()
  const [text, setText] = useState<string | null>(null)
  // Nothing is chosen by Enter before something was typed or pointed at.
  const [at, setAt] = useState(-1)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (back !== null) goOn(input.current!, back)
    close()
  }, [])
  const [name, offers] = [useName(value), useOffers(text, without, isFilter === true)]
  const close = () => {
    setText(null)
    setAt(-1)
  }
  const choose = (offer: Offer | undefined) => {
    if (!offer) return
    close()
    if (offer.person) onChoose(offer.person.id)
    else if (isFilter) onChoose(offer.id ?? '')
    else onNew(text?.trim() ?? '')
  }
  const step = (by: number) => {
    setText((before) => before ?? '')
    setAt((before) => Math.max(0, Math.min(offers.length - 1, before + by)))
  }
  return (
    <div class={`field person${error ? ' wrong' : ''}`}>
      <label for={id}>{label}</label>
      <input
        ref={input}
        id={id}
        role="combobox"
        aria-expanded={text !== null}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={offers[at] ? `${id}-${at}` : undefined}
        aria-describedby={hint || error ? `${id}-said` : undefined}
        aria-invalid={error ? true : undefined}
        autocomplete="off"
        placeholder={placeholder ?? w.typeName}
        value={text ?? name}
        onFocus={() => setText('')}
        onClick={() => setText((before) => before ?? '')}
        onBlur={close}
        onInput={(event) => {
          setText(event.currentTarget.value)
          setAt(0)
          if (isFilter && event.currentTarget.value === '') onChoose('')
        }}
        onKeyDown={(event) => {
          if (steer(event, text !== null, { step, choose: () => choose(offers[at]), close })) event.preventDefault()
        }}
      />
      <Offers
        id={`${id}-list`}
        nobody={isFilter ? placeholder : undefined}
        {...{ label, offers, at, text }}
        onChoose={choose}
      />
      {(hint || error) && (
        <p id={`${id}-said`} class="hint" role={error ? 'alert' : undefined}>
          {error || hint}
        </p>
      )}
    </div>
  )
}

/** Where the keyboard goes on: at the next field when this one is filled in. The focus opens the list, which is to be closed again. */
function goOn(input: HTMLInputElement, after: 'made' | 'never'): void {
  const fields = [...(input.form?.querySelectorAll<HTMLElement>('input, select, textarea') ?? [])]
  const field = fields[fields.indexOf(input) + (after === 'made' ? 1 : 0)] ?? input
  field.focus()
}

interface Steering {
  step(by: number): void
  choose(): void
  close(): void
}

/** True: the key was for the list. Escape closes it, and not the dialog around it. */
export function steer(event: KeyboardEvent, isOpen: boolean, { step, choose, close }: Steering): boolean {
  if (isComposed(event)) return false
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') step(event.key === 'ArrowDown' ? 1 : -1)
  else if (isOpen && event.key === 'Enter') choose()
  else if (isOpen && event.key === 'Escape') {
    event.stopPropagation()
    close()
  } else return false
  return true
}

interface OffersProps {
  readonly id: string
  readonly label: string
  readonly offers: readonly Offer[]
  readonly at: number
  readonly text: string | null
  /** What choosing nobody is called; left out, it is adding somebody. */
  readonly nobody: string | undefined
  readonly onChoose: (offer: Offer) => void
}

function Offers({ id, label, offers, at, text, nobody, onChoose }: OffersProps) {
  const w = useWords(words)
  const otherwise = ({ id: typed }: Offer) => {
    if (typed) return w.byId(typed)
    return nobody ?? (text?.trim() ? w.addNew(text.trim()) : w.addSomebody)
  }
  return (
    <div id={id} role="listbox" aria-label={label} class="suggestions" hidden={text === null || offers.length === 0}>
      {offers.map((offer, i) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: keys are the field's
        <div
          key={offer.person?.id ?? `, ${offer.id ?? ''}`}
          id={`${id.slice(0, -5)}-${i}`}
          role="option"
          tabIndex={-1}
          aria-selected={i === at}
          // Before the field loses the focus, which closes the list.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(offer)}
        >
          {offer.person ? <Offered person={offer.person} /> : otherwise(offer)}
        </div>
      ))}
    </div>
  )
}

function Offered({ person: { id, name, timezone } }: { readonly person: Recipient }) {
  return (
    <>
      {name || id} <span class="faint">{name && name !== id ? `${id} · ${cityOf(timezone)}` : cityOf(timezone)}</span>
    </>
  )
}

/** Without a person: add one, or, in a filter, everybody, or who has this id. */
interface Offer {
  readonly person: Recipient | null
  readonly id?: string
}

function useOffers(typed: string | null, without: readonly string[], isFilter: boolean): readonly Offer[] {
  const found = useFound(typed ?? '', shownMax + without.length).filter((one) => !without.includes(one.id))
  if (typed === null) return []
  const text = typed.trim()
  const people = found.slice(0, shownMax).map((person) => ({ person }))
  if (!isFilter) return [...people, { person: null }]
  if (text === '') return [{ person: null }, ...people]
  return found.some(({ id }) => id === text) ? people : [...people, { person: null, id: text }]
}
