// What the server makes of texts that are not saved, as somebody types. What came last stays until the next is there.

import { useEffect, useState } from 'preact/hooks'
import { api, BelfryApiError } from '../../api.ts'
import type { Draft, Sample } from './draft.ts'
import { isJson, previewOf } from './draft.ts'

export type Preview = Awaited<ReturnType<typeof api.templates.preview>>

interface Previewed {
  readonly shown: Preview | null
  /** Why the last texts were refused. */
  readonly error: unknown
}

const pauseMs = 200

export function usePreview(draft: Draft, sample: Sample): Previewed {
  const [state, setState] = useState<Previewed>({ shown: null, error: null })
  const asked = JSON.stringify([draft, sample])
  useEffect(() => {
    if (!isJson(sample.data)) return
    const over = new AbortController()
    const timer = setTimeout(async () => {
      try {
        const shown = await api.templates.preview(previewOf(draft, sample), { signal: over.signal })
        if (!over.signal.aborted) setState({ shown, error: null })
      } catch (error) {
        if (!over.signal.aborted) setState(({ shown }) => ({ shown, error }))
      }
    }, pauseMs)
    return () => {
      over.abort()
      clearTimeout(timer)
    }
  }, [asked])
  return state
}

/** Of the field with this pointer: what was wrong with it. */
export function wrongWith(error: unknown, pointer: string): string | null {
  return error instanceof BelfryApiError && error.pointer?.startsWith(pointer) ? error.message : null
}
