import type { api, Delivery } from '../../api.ts'
import { useChannelName, useChannels } from '../../channels.ts'
import { useWords } from '../../language.ts'
import { Button } from '../../parts/button.tsx'
import { Select } from '../../parts/field.tsx'
import { PersonFilter } from '../../parts/person-filter.tsx'
import { entityNamed, SearchField } from '../../parts/search-field.tsx'
import { type Span, SpanFilter, useSpan } from '../../parts/span.tsx'
import { setSearch, useSearch } from '../../place.ts'
import { useThings } from '../../things.ts'
import { words as coreWords } from '../../words/core.ts'
import { words } from '../../words/filters.ts'

type Asked = NonNullable<Parameters<typeof api.deliveries.list>[0]>

export interface Filters {
  readonly name: string
  readonly isFiltered: boolean
  asked(): Asked
}

const usual = 'day'
/** In the address: whatever was not sent, and will not be. What is unknown may have been. */
const notSent = 'not_sent'
const notSentStates: readonly Delivery['state'][] = [
  'failed',
  'cancelled',
  'suppressed',
  'expired',
  'skipped',
  'quarantined',
]

export function useFilters(): Filters {
  const [state] = useSearch('state')
  const [channel] = useSearch('channel')
  const [recipient] = useSearch('recipient')
  const [entity] = useSearch('entity')
  const span: Span = useSpan(usual)
  const about = entityNamed(entity)
  return {
    name: [state, channel, recipient, about && entity, span.name].join(' '),
    isFiltered: [state, channel, recipient, about].some(Boolean),
    asked: () => ({
      ...(state ? { state: state === notSent ? notSentStates.join() : state } : {}),
      ...(channel ? { channel } : {}),
      ...(recipient ? { recipient } : {}),
      ...(about ?? {}),
      ...span.bounds(),
    }),
  }
}

export function clearFilters(): void {
  setSearch({ state: null, channel: null, recipient: null, entity: null, span: null, from: null, to: null })
}

export function FilterFields({ isFiltered }: { readonly isFiltered: boolean }) {
  const w = useWords(words)
  const core = useWords(coreWords)
  const [state, setState] = useSearch('state')
  const [channel, setChannel] = useSearch('channel')
  const channelName = useChannelName()
  const things = useThings('last')
  const { value } = useChannels()
  const names = [...new Set([...(value?.items.map(({ name }) => name) ?? []), ...(channel ? [channel] : [])])]
  const states = Object.entries(core.states)
  return (
    <>
      <SpanFilter usual={usual} offers={['hour', 'today', 'day', 'week', 'custom']} />
      <Select
        label={w.state}
        value={state}
        onChange={setState}
        options={[['', w.any], [notSent, w.notSent], ...states]}
      />
      <Select
        label={w.channel}
        value={channel}
        onChange={setChannel}
        options={[['', w.any], ...names.map((one) => [one, channelName(one)] as const)]}
      />
      <PersonFilter label={w.recipient} />
      <SearchField name="entity" label={w.entity} placeholder={w.entityHint} {...things} />
      {isFiltered && (
        <Button kind="quiet" onPress={clearFilters}>
          {w.clear}
        </Button>
      )}
    </>
  )
}
