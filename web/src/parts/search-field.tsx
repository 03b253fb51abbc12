// A filter that is typed: it lives in the address, and is looked for when the typing pauses.

import { useEffect, useRef, useState } from 'preact/hooks'
import { useSearch } from '../place.ts'
import { type Offer, TextField } from './field.tsx'

const pauseMs = 250

interface SearchFieldProps {
  /** In the address. */
  readonly name: string
  readonly label: string
  readonly placeholder?: string
  readonly offers?: readonly (string | Offer)[]
  /** What is meant by what was typed. */
  readonly meaning?: (text: string) => string
}

export function SearchField({ name, meaning = (text) => text, ...said }: SearchFieldProps) {
  const [value, setValue] = useSearch(name)
  const [typed, setTyped] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const meant = useRef(meaning)
  meant.current = meaning
  // Also when the address has changed by something else: a link, or the button that clears them all.
  useEffect(() => setTyped(value), [value])
  useEffect(() => () => clearTimeout(timer.current), [])
  const type = (text: string) => {
    setTyped(text)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setValue(meant.current(text.trim())), pauseMs)
  }
  return <TextField {...said} type="search" value={typed} onInput={type} />
}

/** `meeting/42` → both names; null while it is not whole. */
export function entityNamed(text: string): { readonly entityType: string; readonly entityId: string } | null {
  const at = text.indexOf('/')
  if (at < 1 || at === text.length - 1) return null
  return { entityType: text.slice(0, at), entityId: text.slice(at + 1) }
}
