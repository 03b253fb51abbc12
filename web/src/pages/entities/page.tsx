import '../../styles/stories.css'
import { Fragment } from 'preact'
import { useState } from 'preact/hooks'
import { api, type Entity } from '../../api.ts'
import { showTime } from '../../clock.ts'
import { useWords } from '../../language.ts'
import { usePages } from '../../pages-of.ts'
import { Button } from '../../parts/button.tsx'
import { Choice, Select } from '../../parts/field.tsx'
import { hrefs } from '../../parts/names.tsx'
import { Page, Panel } from '../../parts/page.tsx'
import { Rows } from '../../parts/rows.tsx'
import { Empty, Failed, Loading } from '../../parts/said.tsx'
import { SearchField } from '../../parts/search-field.tsx'
import { ThingStatus } from '../../parts/thing-status.tsx'
import { When } from '../../parts/when.tsx'
import { useName } from '../../people.ts'
import { useSearch } from '../../place.ts'
import { useQuery } from '../../query.ts'
import { words as coreWords } from '../../words/core.ts'
import { words } from '../../words/entities.ts'
import { words as entityWords } from '../../words/entity.ts'
import { CreateDialog } from './create.tsx'

const common = ['meeting', 'task', 'note', 'page', 'event']

export default function Entities() {
  const w = useWords(words)
  const core = useWords(coreWords)
  const [typed] = useSearch('type')
  const [status] = useSearch('status')
  const [isCreating, setCreating] = useState(false)
  const type = typed || common[0]!
  const list = usePages(
    `entities ${type} ${status}`,
    (cursor) =>
      api.entities.list({
        ...{ type, limit: 50, order: 'changed' },
        ...(status ? { status: status as Entity['status'] } : {}),
        ...(cursor ? { cursor } : {}),
      }),
    { live: ['entity', 'meeting', 'sweep'] },
  )
  return (
    <Page
      title={core.pages.entities}
      about={w.about}
      actions={
        <Button kind="main" icon="plus" onPress={() => setCreating(true)}>
          {w.create}
        </Button>
      }
      filters={<FilterFields type={type} />}
    >
      {list.error ? <Failed error={list.error} again={list.refresh} /> : null}
      {list.items.length > 0 ? (
        <Panel>
          <Rows
            items={list.items}
            keyOf={({ id }) => id}
            rowHeight={64}
            label={w.list}
            more={list.more}
            draw={(entity) => <Row entity={entity} />}
          />
        </Panel>
      ) : list.isLoading ? (
        <Loading />
      ) : list.error ? null : (
        <None type={type} onCreate={() => setCreating(true)} />
      )}
      {isCreating && <CreateDialog type={type === 'meeting' ? 'task' : type} onClose={() => setCreating(false)} />}
    </Page>
  )
}

function FilterFields({ type }: { readonly type: string }) {
  const w = useWords(words)
  const e = useWords(entityWords)
  const [, setType] = useSearch('type')
  const [status, setStatus] = useSearch('status')
  const types = useTypes(type)
  const statuses = Object.entries(e.status) as [string, string][]
  return (
    <>
      <Choice
        label={w.types}
        value={type}
        onChange={(next) => setType(next)}
        options={types.map((one) => [one, w.typeNames[one] ?? one] as const)}
      />
      <SearchField name="type" label={w.other} />
      <Select label={w.status} value={status} onChange={setStatus} options={[['', w.any], ...statuses]} />
    </>
  )
}

/** The common ones, and those of which something is about to ring. */
function useTypes(current: string): readonly string[] {
  const { value } = useQuery('types in use', () => api.reminders.list({ limit: 200 }))
  const used = value?.items.map(({ entity }) => entity.type) ?? []
  return [...new Set([...common, ...used, current])].slice(0, 12)
}

function None({ type, onCreate }: { readonly type: string; readonly onCreate: () => void }) {
  const w = useWords(words)
  return (
    <Empty title={w.none(type)}>
      <p>{w.noneAbout}</p>
      {type === 'meeting' ? (
        <a class="button main" href="/meetings">
          {w.meetingsNext}
        </a>
      ) : (
        <Button kind="main" icon="plus" onPress={onCreate}>
          {w.create}
        </Button>
      )}
    </Empty>
  )
}

const namesMax = 4

function Names({ ids }: { readonly ids: readonly string[] }) {
  return (
    <>
      <span class="thing-count">: </span>
      {ids.slice(0, namesMax).map((id, i) => (
        <Fragment key={id}>
          {i > 0 && ', '}
          <Name id={id} />
        </Fragment>
      ))}
      {ids.length > namesMax && '…'}
    </>
  )
}

function Name({ id }: { readonly id: string }) {
  return <span title={id}>{useName(id)}</span>
}

function Row({ entity }: { readonly entity: Entity }) {
  const w = useWords(words)
  const { at, title, type, id, recipients } = entity
  return (
    <>
      <a class="two-lines" href={hrefs.entity(entity)}>
        <strong>{title || `${type} ${id}`}</strong>
        <span class="faint">
          <ThingStatus entity={entity} /> {title && type !== 'meeting' && <span class="thing-id">{id} · </span>}
          <span class={recipients.length > 0 ? 'thing-count' : ''}>{w.people(recipients.length)}</span>
          {recipients.length > 0 && <Names ids={recipients.map((one) => one.id)} />}
        </span>
      </a>
      <span class="side-time">
        {at?.instant ? (
          <When time={{ instant: at.instant, local: '', timezone: at.timezone ?? 'UTC' }} isShort />
        ) : (
          at?.local && showTime(`${at.local.slice(0, 16)}:00Z`, 'UTC')
        )}
      </span>
    </>
  )
}
