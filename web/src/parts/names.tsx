// Names that lead to their pages: a person, a thing, a reminder, a state.

import type { Delivery } from '../api.ts'
import { useWords } from '../language.ts'
import { useName } from '../people.ts'
import { words } from '../words/core.ts'

export const hrefs = {
  recipient: (id: string) => `/recipients/${encodeURIComponent(id)}`,
  entity: ({ type, id }: { readonly type: string; readonly id: string }) =>
    `/entities/${encodeURIComponent(type)}/${encodeURIComponent(id)}`,
  reminder: (id: string) => `/reminders/${encodeURIComponent(id)}`,
  meeting: (id: string) => `/meetings/${encodeURIComponent(id)}`,
  webhook: (id: string) => `/webhooks/${encodeURIComponent(id)}`,
  template: (name: string, locale: string | null) =>
    `/templates/${encodeURIComponent(name)}${locale === null ? '' : `?locale=${encodeURIComponent(locale)}`}`,
}

export function RecipientName({ id }: { readonly id: string }) {
  const name = useName(id)
  return (
    <a href={hrefs.recipient(id)} title={id}>
      {name}
    </a>
  )
}

export function EntityName({
  entity,
  title,
}: {
  readonly entity: { readonly type: string; readonly id: string }
  readonly title?: string | null
}) {
  return (
    <a href={hrefs.entity(entity)} title={`${entity.type} ${entity.id}`}>
      {title || `${entity.type} ${entity.id}`}
    </a>
  )
}

export function StateBadge({ state }: { readonly state: Delivery['state'] }) {
  const w = useWords(words)
  return <span class={`badge ${state}`}>{w.states[state]}</span>
}
