// What somebody is writing. Another one's save comes in only where nothing was typed since; else saving is refused by the version
// that the writing began with.

import { useEffect, useState } from 'preact/hooks'
import type { Template } from '../../api.ts'
import { type Draft, draftOf } from './draft.ts'
import type { Variant } from './languages.tsx'

interface Base {
  readonly draft: Draft
  /** Null: nobody has saved one. */
  readonly version: number | null
}

export function useDraft(stored: Template | null, sibling: Variant | undefined) {
  // All languages of a name are for the same.
  const baseOf = (one: Template | null): Base => ({ draft: draftOf(one, sibling?.for), version: one?.version ?? null })
  const [base, setBase] = useState(() => baseOf(stored))
  const [draft, setDraft] = useState(base.draft)
  const restart = (one: Template | null) => {
    const next = baseOf(one)
    setBase(next)
    setDraft(next.draft)
  }
  const version = stored?.version ?? null
  useEffect(() => {
    if (version === base.version) return
    // Taken back, or deleted by somebody: what stands here can be saved again.
    if (stored === null) setBase(baseOf(null))
    else if (isSame(draft, base)) restart(stored)
  }, [version])
  return { draft, setDraft, base, restart }
}

export function isSame(draft: Draft, base: Base): boolean {
  return JSON.stringify(draft) === JSON.stringify(base.draft)
}
