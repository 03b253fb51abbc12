// What became of a thing, as a badge. One that is on and whose moment has gone by is not to come any more.

import type { Entity } from '../api.ts'
import { useNow } from '../clock.ts'
import { useWords } from '../language.ts'
import { words } from '../words/entity.ts'

export function ThingStatus({ entity: { status, at } }: { readonly entity: Pick<Entity, 'status' | 'at'> }) {
  const w = useWords(words)
  const nowMs = useNow()
  if (status !== 'active') return <span class={`badge ${status}`}>{w.status[status]}</span>
  // One without an instant is at each recipient's own wall clock, or has no date yet.
  const isPast = Date.parse(at?.instant ?? '') < nowMs
  return isPast ? <span class="badge">{w.past}</span> : <span class="badge main">{w.toCome}</span>
}
