import '../../styles/stories.css'
import { useState } from 'preact/hooks'
import { type Actors, useActors } from '../../actors.ts'
import { api } from '../../api.ts'
import { useWords } from '../../language.ts'
import { usePages } from '../../pages-of.ts'
import { Page, Panel } from '../../parts/page.tsx'
import { Rows } from '../../parts/rows.tsx'
import { Empty, Failed, Loading } from '../../parts/said.tsx'
import { When } from '../../parts/when.tsx'
import { useName } from '../../people.ts'
import { tellAction } from '../../stories/changes.ts'
import { words } from '../../words/audit.ts'
import { words as coreWords } from '../../words/core.ts'
import { Detail, type Entry } from './detail.tsx'
import { FilterFields, useFilters } from './filters.tsx'
import { namedIn } from './what.ts'

export default function Audit() {
  const w = useWords(words)
  const core = useWords(coreWords)
  const filters = useFilters()
  const actors = useActors(true)
  const [open, setOpen] = useState<Entry | null>(null)
  const list = usePages<Entry>(
    `audit ${filters.name}`,
    (cursor) => {
      const page = { limit: 50, ...(cursor ? { cursor } : {}) }
      return filters.isInstallation
        ? api.audit.installation({ ...filters.ofBoth(), ...page })
        : api.audit.list({ ...filters.ofBoth(), ...filters.ofTenant(), ...page })
    },
    { live: [''], concerns: ({ type }) => !type.startsWith('delivery.') },
  )
  return (
    <Page
      title={core.pages.audit}
      about={w.about}
      filters={<FilterFields isInstallation={filters.isInstallation} actors={actors} />}
    >
      {list.error ? <Failed error={list.error} again={list.refresh} /> : null}
      {list.items.length > 0 ? (
        <Panel>
          <Rows
            items={list.items}
            keyOf={({ id }) => id}
            rowHeight={60}
            label={w.list}
            more={list.more}
            draw={(entry) => <Row entry={entry} actors={actors} onOpen={() => setOpen(entry)} />}
          />
        </Panel>
      ) : list.isLoading ? (
        <Loading />
      ) : list.error ? null : (
        <Empty icon="audit" title={w.none}>
          <p>{w.noneNext}</p>
        </Empty>
      )}
      {open && <Detail entry={open} actors={actors} onClose={() => setOpen(null)} />}
    </Page>
  )
}

interface RowProps {
  readonly entry: Entry
  readonly actors: Actors
  readonly onOpen: () => void
}

function Row({ entry, actors, onOpen }: RowProps) {
  const w = useWords(words)
  const { action, actor, entity, title, reminderId, recipient, at, data } = entry
  const who = useName(recipient ?? '')
  const id = entity && `${entity.type} ${entity.id}`
  const what = title || id || namedIn(entry, actors.tell)?.text
  return (
    <>
      <button type="button" class="two-lines" onClick={onOpen} title={w.open(tellAction(action, data))}>
        <span>
          <strong>{tellAction(action, data)}</strong>
          {what && (
            <>
              {' · '}
              <span title={id ?? reminderId ?? undefined}>{what}</span>
            </>
          )}
          {recipient && (
            <>
              {' · '}
              <span title={recipient}>{who}</span>
            </>
          )}
        </span>
        <span class="faint" title={actor}>
          {w.byWhom(actors.tell(actor))}
        </span>
      </button>
      <span class="side-time">
        <When time={at} isShort />
      </span>
    </>
  )
}
