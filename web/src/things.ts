// Things that somebody may be looking for, by title: those of what rings next, and of what rang last. The others are named by type and id.

import { useEffect, useState } from 'preact/hooks'
import { api } from './api.ts'
import type { Offer } from './parts/field.tsx'
import { useQuery } from './query.ts'

const offeredMax = 100
/** The list itself comes first: nobody waits for it because of what a filter might offer. */
const afterMs = 1_000
const keptMs = 60_000

interface Things {
  readonly offers: readonly Offer[]
  /** `meeting/42` for its title, where it is the only one that is called so; else what was typed. */
  meaning(text: string): string
}

export function useThings(of: 'next' | 'last'): Things {
  const [enabled, setEnabled] = useState(false)
  useEffect(() => {
    // Nothing is asked for where nobody looks.
    const timer = setInterval(() => setEnabled((before) => before || !document.hidden), afterMs)
    return () => clearInterval(timer)
  }, [])
  const { value } = useQuery<{ readonly items: readonly Named[] }>(
    `things ${of}`,
    () => (of === 'next' ? api.reminders.upcoming({ limit: offeredMax }) : api.deliveries.list({ limit: offeredMax })),
    { enabled, keptMs },
  )
  const titles = new Map<string, string>()
  for (const { entity, title } of value?.items ?? []) if (title) titles.set(`${entity.type}/${entity.id}`, title)
  const offers = [...titles].map(([name, label]) => ({ value: name, label }))
  return {
    offers,
    meaning(text) {
      const called = offers.filter(({ label }) => label.toLowerCase() === text.toLowerCase())
      return called.length === 1 ? called[0]!.value : text
    },
  }
}

interface Named {
  readonly entity: { readonly type: string; readonly id: string }
  readonly title: string | null
}
