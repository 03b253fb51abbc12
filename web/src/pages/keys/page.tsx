// API keys: the operator's business. Whoever came with a tenant's key is told so, and nothing is asked for.

import { useState } from 'preact/hooks'
import { api } from '../../api.ts'
import { ownZone, showTime } from '../../clock.ts'
import { useWords } from '../../language.ts'
import { usePages } from '../../pages-of.ts'
import { Button } from '../../parts/button.tsx'
import { Check, Choice } from '../../parts/field.tsx'
import { Page, Panel } from '../../parts/page.tsx'
import { Empty, Failed, Loading } from '../../parts/said.tsx'
import { ShownOnce } from '../../parts/shown-once.tsx'
import { useSearch } from '../../place.ts'
import { session } from '../../session.ts'
import { useStore } from '../../store.ts'
import { tenant } from '../../tenant.ts'
import { words as core } from '../../words/core.ts'
import { words } from '../../words/keys.ts'
import { type Key, type KeyState, stateOf } from './key.ts'
import { KeyActions } from './key-actions.tsx'
import { type Issued, NewKey } from './new-key.tsx'
import '../../styles/keys.css'

export default function Keys() {
  const w = useWords(words)
  const c = useWords(core)
  const current = useStore(session)
  if (current.state === 'in' && current.who.door === 'operator') return <OperatorsKeys home={current.who.tenant} />
  return (
    <Page title={c.pages.keys} about={w.about}>
      <Panel>
        <Empty icon="keys" title={w.notYours}>
          <p>{w.notYoursNext}</p>
        </Empty>
      </Panel>
    </Page>
  )
}

function OperatorsKeys({ home }: { readonly home: string }) {
  const w = useWords(words)
  const c = useWords(core)
  const shown = useStore(tenant) || home
  const [isNew, setNew] = useSearch('new')
  const [of, setOf] = useSearch('of')
  const [ended, setEnded] = useSearch('ended')
  const [issued, setIssued] = useState<Issued | null>(null)
  const list = usePages(
    `keys ${of}`,
    (cursor) =>
      api.keys.list({
        limit: 200,
        ...(of === 'tenant' ? { tenant: shown } : {}),
        ...(cursor === undefined ? {} : { cursor }),
      }),
    { live: ['key'] },
  )
  return (
    <Page
      title={c.pages.keys}
      about={w.about}
      actions={
        <Button kind="main" icon="plus" onPress={() => setNew('1')}>
          {w.add}
        </Button>
      }
      filters={
        <>
          <Choice
            label={w.whose}
            value={of === 'tenant' ? 'tenant' : ''}
            onChange={setOf}
            options={[
              ['', w.ofAll],
              ['tenant', w.ofTenant(shown)],
            ]}
          />
          <Check label={w.showsEnded} checked={ended !== ''} onChange={(isOn) => setEnded(isOn ? 'true' : '')} />
        </>
      }
    >
      <Panel>
        {list.error ? (
          <Failed error={list.error} again={list.refresh} />
        ) : list.items.length === 0 && list.isLoading ? (
          <Loading />
        ) : (
          <KeyList items={list.items} showsEnded={ended !== ''} onIssued={setIssued} />
        )}
        {!list.isComplete && list.items.length > 0 && <Button onPress={list.more}>{c.more}</Button>}
      </Panel>
      {isNew && <NewKey tenant={shown} onClose={() => setNew('')} onIssued={setIssued} />}
      {issued && (
        <ShownOnce title={w.newKey(issued.name)} label={w.key} value={issued.key} onClose={() => setIssued(null)} />
      )}
    </Page>
  )
}

interface KeyListProps {
  readonly items: readonly Key[]
  readonly showsEnded: boolean
  readonly onIssued: (issued: Issued) => void
}

function KeyList({ items, showsEnded, onIssued }: KeyListProps) {
  const w = useWords(words)
  // Keys end by real time, also while the clock of reminders is driven.
  const now = Date.now()
  const seen = items
    .map((one) => ({ one, state: stateOf(one, now) }))
    .filter(({ state }) => showsEnded || state === 'good' || state === 'ending')
  if (seen.length === 0)
    return (
      <Empty icon="keys" title={w.none}>
        <p>{w.noneNext}</p>
      </Empty>
    )
  return (
    <ul class="keys">
      {seen.map(({ one, state }) => (
        <li key={one.id}>
          <Line one={one} state={state} />
          {(state === 'good' || state === 'ending') && <KeyActions one={one} onIssued={onIssued} />}
        </li>
      ))}
    </ul>
  )
}

function Line({ one, state }: { readonly one: Key; readonly state: KeyState }) {
  const w = useWords(words)
  const zone = useStore(ownZone)
  const { id, name, scopes, expiresAt, createdAt, createdBy, replacedBy } = one
  const said = [
    one.tenant ?? w.everyTenant,
    scopes.map((scope) => w.scopes[scope]).join(', '),
    w.made(showTime(createdAt.instant, zone, 'day'), createdBy),
    ...(expiresAt ? [w.until(showTime(expiresAt.instant, zone))] : []),
    ...(replacedBy ? [w.replacedBy(replacedBy)] : []),
  ]
  return (
    <span class="grow">
      <strong>{name}</strong> <code class="faint">{id}</code>{' '}
      {state !== 'good' && <span class={`badge ${state === 'ending' ? 'warn' : ''}`}>{w.states[state]}</span>}
      <br />
      <span class="faint">{said.join(' · ')}</span>
    </span>
  )
}
