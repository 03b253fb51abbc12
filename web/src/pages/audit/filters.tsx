import type { Actors } from '../../actors.ts'
import { useWords } from '../../language.ts'
import { Choice, Select } from '../../parts/field.tsx'
import { PersonFilter } from '../../parts/person-filter.tsx'
import { entityNamed, SearchField } from '../../parts/search-field.tsx'
import { SpanFilter, useSpan } from '../../parts/span.tsx'
import { setSearch, useSearch } from '../../place.ts'
import { session } from '../../session.ts'
import { useStore } from '../../store.ts'
import { words as actionWords } from '../../words/actions.ts'
import { words } from '../../words/audit.ts'
import { words as filterWords } from '../../words/filters.ts'

const usual = 'all'

export interface Filters {
  readonly name: string
  readonly isInstallation: boolean
  ofBoth(): { readonly action?: string; readonly actor?: string }
  ofTenant(): {
    readonly recipient?: string
    readonly entityType?: string
    readonly entityId?: string
    readonly from?: string
    readonly to?: string
  }
}

export function useFilters(): Filters {
  const [action] = useSearch('action')
  const [actor] = useSearch('actor')
  const [recipient] = useSearch('recipient')
  const [entity] = useSearch('entity')
  const [scope] = useSearch('scope')
  const span = useSpan(usual)
  const about = entityNamed(entity)
  return {
    name: [action, actor, recipient, about && entity, scope, span.name].join(' '),
    isInstallation: scope === 'installation',
    ofBoth: () => ({ ...(action ? { action } : {}), ...(actor ? { actor } : {}) }),
    ofTenant: () => ({ ...(recipient ? { recipient } : {}), ...(about ?? {}), ...span.bounds() }),
  }
}

interface FilterFieldsProps {
  readonly isInstallation: boolean
  readonly actors: Actors
}

export function FilterFields({ isInstallation, actors }: FilterFieldsProps) {
  const w = useWords(words)
  const f = useWords(filterWords)
  const actions = Object.entries(useWords(actionWords)).sort(([, a], [, b]) => a.localeCompare(b))
  const [action, setAction] = useSearch('action')
  const current = useStore(session)
  const isOperator = current.state === 'in' && current.who.door === 'operator'
  // What the installation's own trail cannot be asked for goes from the address.
  const choose = (scope: 'tenant' | 'installation') =>
    setSearch(
      scope === 'tenant' ? { scope: null } : { scope, recipient: null, entity: null, span: null, from: null, to: null },
    )
  return (
    <>
      {isOperator && (
        <Choice
          label={w.scope}
          value={isInstallation ? 'installation' : 'tenant'}
          onChange={choose}
          options={[
            ['tenant', w.scopes.tenant],
            ['installation', w.scopes.installation],
          ]}
        />
      )}
      {!isInstallation && <SpanFilter usual={usual} offers={['hour', 'today', 'day', 'week', 'all', 'custom']} />}
      <Select label={w.action} value={action} onChange={setAction} options={[['', w.any], ...actions]} />
      <SearchField name="actor" label={w.actor} offers={actors.offers} />
      {!isInstallation && (
        <>
          <PersonFilter label={f.recipient} />
          <SearchField name="entity" label={f.entity} placeholder="meeting/42" />
        </>
      )}
    </>
  )
}
