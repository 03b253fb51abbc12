// What is typed, and what is asked about: a moment after the last key, and in the address, so that it can be shared.

import { useEffect, useState } from 'preact/hooks'
import { useSearch } from '../../place.ts'

const restMs = 250

export function useTyped(name: string): { typed: string; asked: string; set(text: string): void } {
  const [asked, setAsked] = useSearch(name)
  const [typed, setTyped] = useState(asked)
  // Somebody went back, or followed a link.
  useEffect(() => setTyped(asked), [asked])
  useEffect(() => {
    if (typed === asked) return
    const timer = setTimeout(() => setAsked(typed), restMs)
    return () => clearTimeout(timer)
  }, [typed])
  return { typed, asked, set: setTyped }
}
