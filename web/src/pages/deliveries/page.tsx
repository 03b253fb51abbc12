import '../../styles/stories.css'
import { api, type Delivery } from '../../api.ts'
import { ownZone, showTime } from '../../clock.ts'
import { useWords } from '../../language.ts'
import { usePages } from '../../pages-of.ts'
import { Button } from '../../parts/button.tsx'
import { StateBadge } from '../../parts/names.tsx'
import { Page, Panel } from '../../parts/page.tsx'
import { Rows } from '../../parts/rows.tsx'
import { Empty, Failed, Loading } from '../../parts/said.tsx'
import { When } from '../../parts/when.tsx'
import { useName } from '../../people.ts'
import { useSearch } from '../../place.ts'
import { useStore } from '../../store.ts'
import { DeliveryDialog } from '../../stories/delivery-detail.tsx'
import { tellChannel, tellDelivery, tellWhich } from '../../stories/tell.ts'
import { words as coreWords } from '../../words/core.ts'
import { words } from '../../words/deliveries.ts'
import { words as filterWords } from '../../words/filters.ts'
import { words as tellingWords } from '../../words/telling.ts'
import { clearFilters, FilterFields, useFilters } from './filters.tsx'

export default function Deliveries() {
  const w = useWords(words)
  const core = useWords(coreWords)
  const filters = useFilters()
  const [open, setOpen] = useSearch('delivery')
  const list = usePages(
    `deliveries ${filters.name}`,
    (cursor) => api.deliveries.list({ ...filters.asked(), limit: 50, ...(cursor ? { cursor } : {}) }),
    { live: ['delivery'] },
  )
  return (
    <Page title={core.pages.deliveries} about={w.about} filters={<FilterFields isFiltered={filters.isFiltered} />}>
      {list.error ? <Failed error={list.error} again={list.refresh} /> : null}
      {list.items.length > 0 ? (
        <Panel>
          <Rows
            items={list.items}
            keyOf={({ id }) => id}
            rowHeight={68}
            label={w.list}
            more={list.more}
            draw={(delivery) => <Row delivery={delivery} onOpen={() => setOpen(delivery.id)} />}
          />
        </Panel>
      ) : list.isLoading ? (
        <Loading />
      ) : list.error ? null : (
        <None isFiltered={filters.isFiltered} />
      )}
      {open !== '' && <DeliveryDialog id={open} onClose={() => setOpen('')} />}
    </Page>
  )
}

function None({ isFiltered }: { readonly isFiltered: boolean }) {
  const w = useWords(words)
  const f = useWords(filterWords)
  return (
    <Empty icon="deliveries" title={isFiltered ? w.noneFiltered : w.none}>
      <p>{w.noneNext}</p>
      {isFiltered ? (
        <Button onPress={clearFilters}>{f.clear}</Button>
      ) : (
        <a class="button" href="/upcoming">
          {w.toUpcoming}
        </a>
      )}
    </Empty>
  )
}

function Row({ delivery, onOpen }: { readonly delivery: Delivery; readonly onOpen: () => void }) {
  const w = useWords(words)
  const t = useWords(tellingWords)
  const zone = useStore(ownZone)
  const { title, entity, recipient, channel, state, at, dueAt, reason } = delivery
  const who = useName(recipient)
  const which = w.which(tellWhich(delivery, t), showTime(dueAt.instant, zone))
  const told = reason ? tellDelivery(delivery, who, undefined, t) : tellChannel(channel, t)
  const name = title || `${entity.type} ${entity.id}`
  return (
    <>
      <button type="button" class="two-lines" onClick={onOpen} title={w.open(name)}>
        <span>
          <StateBadge state={state} /> <strong>{name}</strong> · <span title={recipient}>{who}</span>
        </span>
        <span class="faint">{reason ? `${told} · ${which}` : `${which} · ${told}`}</span>
      </button>
      <span class="side-time">
        <When time={at} isShort />
      </span>
    </>
  )
}
