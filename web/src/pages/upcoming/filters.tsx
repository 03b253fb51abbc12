// Whose, about what, and on which channel: all of it in the address.

import { useEffect, useState } from 'preact/hooks'
import { useChannelName, useChannels } from '../../channels.ts'
import { useWords } from '../../language.ts'
import { Button } from '../../parts/button.tsx'
import { type Offer, Select, TextField } from '../../parts/field.tsx'
import { PersonFilter } from '../../parts/person-filter.tsx'
import { setSearch, usePlace } from '../../place.ts'
import { useThings } from '../../things.ts'
import { words as filterWords } from '../../words/filters.ts'
import { words } from '../../words/upcoming.ts'

export interface Filter {
  readonly recipient?: string
  readonly entityType?: string
  readonly entityId?: string
  readonly channel?: string
}

export function useFilter(): Filter {
  const { search } = usePlace()
  const found: Record<string, string> = {}
  for (const name of ['recipient', 'channel']) if (search.get(name)) found[name] = search.get(name)!
  const [entityType, entityId] = [search.get('entityType'), search.get('entityId')]
  return { ...found, ...(entityType && entityId ? { entityType, entityId } : {}) }
}

export function isFiltered(filter: Filter): boolean {
  return Object.keys(filter).length > 0
}

export function clearFilter(): void {
  setSearch({ recipient: null, entityType: null, entityId: null, channel: null })
}

/** What is typed counts once somebody stops typing. */
const typedMs = 250

export function Filters({ filter }: { readonly filter: Filter }) {
  const w = useWords(words)
  const f = useWords(filterWords)
  const things = useThings('next')
  const entity = filter.entityType ? `${filter.entityType}/${filter.entityId}` : ''
  return (
    <>
      <PersonFilter label={w.recipient} without={{ pick: null }} />
      <Typed
        label={w.entity}
        placeholder={f.entityHint}
        {...things}
        value={entity}
        isWhole={(text) => text === '' || /^[^/]+\/.+$/.test(text)}
        onSettled={(text) => setSearch({ ...namesOf(text), pick: null })}
      />
      <Channels chosen={filter.channel ?? ''} />
      {isFiltered(filter) && (
        <Button kind="quiet" icon="close" onPress={clearFilter}>
          {w.clear}
        </Button>
      )}
    </>
  )
}

function namesOf(text: string): { entityType: string; entityId: string } {
  const at = text.indexOf('/')
  return { entityType: text.slice(0, Math.max(0, at)), entityId: at < 0 ? '' : text.slice(at + 1) }
}

interface TypedProps {
  readonly label: string
  readonly value: string
  readonly placeholder?: string
  readonly isWhole?: (text: string) => boolean
  readonly offers: readonly Offer[]
  readonly meaning: (text: string) => string
  readonly onSettled: (text: string) => void
}

function Typed({ label, value, placeholder, offers, meaning, isWhole = () => true, onSettled }: TypedProps) {
  const [text, setText] = useState(value)
  useEffect(() => setText(value), [value])
  useEffect(() => {
    const settled = meaning(text.trim())
    if (settled === value || !isWhole(settled)) return
    const timer = setTimeout(() => onSettled(settled), typedMs)
    return () => clearTimeout(timer)
  }, [text, value, offers.length])
  return (
    <TextField label={label} value={text} onInput={setText} offers={offers} {...(placeholder ? { placeholder } : {})} />
  )
}

function Channels({ chosen }: { readonly chosen: string }) {
  const w = useWords(words)
  const channelName = useChannelName()
  const { value } = useChannels()
  const names = value?.items.map(({ name }) => name) ?? []
  const all = chosen === '' || names.includes(chosen) ? names : [...names, chosen]
  return (
    <Select
      label={w.channel}
      value={chosen}
      onChange={(channel) => setSearch({ channel, pick: null })}
      options={[['', w.anyChannel], ...all.map((name) => [name, channelName(name)] as const)]}
    />
  )
}
