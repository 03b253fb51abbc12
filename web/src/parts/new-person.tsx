// Somebody who is not there yet: a name, where they are, and where an email reaches them.

import { useEffect, useRef, useState } from 'preact/hooks'
import { api, BelfryApiError, wordsOf } from '../api.ts'
import { ownZone } from '../clock.ts'
import { useWords } from '../language.ts'
import { refreshAll } from '../query.ts'
import { isComposed } from '../typing.ts'
import { words as coreWords } from '../words/core.ts'
import { words } from '../words/people.ts'
import { words as ofZone } from '../words/zone.ts'
import { zoneNamed } from '../zone-names.ts'
import { Button } from './button.tsx'
import { TextField } from './field.tsx'
import { ZoneField } from './zone-field.tsx'

interface NewPersonProps {
  readonly name: string
  readonly onMade: (id: string) => void
  readonly onNever: () => void
}

export function NewPerson({ name: first, onMade, onNever }: NewPersonProps) {
  const w = useWords(words)
  const core = useWords(coreWords)
  const zoneWords = useWords(ofZone)
  const [name, setName] = useState(first)
  const [zone, setZone] = useState(ownZone.get())
  const [email, setEmail] = useState('')
  const [wrong, setWrong] = useState<{ readonly field: string; readonly text: string } | null>(null)
  const errorOf = (field: string) => (wrong?.field === field ? wrong.text : null)
  const refuse = (field: string, text: string) => {
    setWrong({ field, text })
    return false
  }
  const make = async (): Promise<boolean> => {
    if (name.trim() === '') return refuse('name', w.noName)
    const timezone = zoneNamed(zone)
    if (timezone === undefined) return refuse('timezone', zoneWords.wrong)
    try {
      const id = await makePerson(name.trim(), timezone, email.trim())
      onMade(id)
      return true
    } catch (error) {
      const field = error instanceof BelfryApiError ? error.pointer?.split('/')[1] : undefined
      return refuse(field === 'timezone' ? 'timezone' : 'addresses', wordsOf(error))
    }
  }
  const { add, isAdding } = useOnce(make)
  const fields = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    fields.current?.querySelector('input')?.focus()
  }, [])
  useFirstOf(fields, add)
  return (
    <fieldset
      ref={fields}
      class="new-person"
      // It stands inside other forms: Enter is for this one.
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || isComposed(event) || !(event.target instanceof HTMLInputElement)) return
        event.preventDefault()
        void add()
      }}
    >
      <legend>{w.newPerson}</legend>
      <TextField label={w.name} value={name} onInput={setName} error={errorOf('name')} />
      <div class="pair">
        <ZoneField label={w.zone} hint={w.zoneHint} value={zone} onInput={setZone} error={errorOf('timezone')} />
        <TextField
          label={w.email}
          hint={w.emailHint}
          type="email"
          value={email}
          onInput={setEmail}
          error={errorOf('addresses')}
        />
      </div>
      <div class="actions">
        <Button kind="main" onPress={add}>
          {w.add}
        </Button>
        <Button onPress={() => !isAdding() && onNever()}>{core.never}</Button>
      </div>
    </fieldset>
  )
}

/** By its own button, by Enter, or with the form around: whichever comes first, they are added once. */
function useOnce(make: () => Promise<boolean>) {
  const adding = useRef<Promise<boolean> | null>(null)
  return {
    isAdding: () => adding.current !== null,
    /** False: something is missing. */
    add() {
      adding.current ??= make().finally(() => {
        adding.current = null
      })
      return adding.current
    },
  }
}

/** Whoever sends the form around means this person to be in it: first they are added, and then it is sent. */
function useFirstOf(fields: { readonly current: HTMLFieldSetElement | null }, add: () => Promise<boolean>): void {
  const latest = useRef(add)
  latest.current = add
  useEffect(() => {
    const form = fields.current?.form
    let isWaiting = false
    const sent = async (event: Event) => {
      event.preventDefault()
      event.stopImmediatePropagation()
      if (isWaiting) return
      isWaiting = true
      isWaiting = await latest.current()
    }
    const heard = (event: Event) => void sent(event)
    form?.addEventListener('submit', heard, { capture: true })
    return () => {
      form?.removeEventListener('submit', heard, { capture: true })
      // They are chosen by now.
      if (isWaiting) setTimeout(() => form?.requestSubmit())
    }
  }, [])
}

/** The id is their name, and a number where somebody has it already; among more people than are listed here, a random one. */
async function makePerson(name: string, timezone: string, email: string): Promise<string> {
  const { items, nextCursor } = await api.recipients.list({ limit: 200 })
  const taken = new Set(items.map(({ id }) => id))
  const base =
    name
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
      .replaceAll(/^-|-$/g, '') || 'person'
  let id = nextCursor === null ? base : `${base}-${crypto.randomUUID().slice(0, 6)}`
  for (let n = 2; taken.has(id); n++) id = `${base}-${n}`
  await api.recipients.put({ id, name, timezone, ...(email === '' ? {} : { addresses: { email } }) })
  refreshAll()
  return id
}
