import '../../styles/stories.css'
import { api } from '../../api.ts'
import { useWords } from '../../language.ts'
import { usePages } from '../../pages-of.ts'
import { Page } from '../../parts/page.tsx'
import { Empty, Failed, Loading } from '../../parts/said.tsx'
import { useSearch } from '../../place.ts'
import { DeliveryDialog } from '../../stories/delivery-detail.tsx'
import { words } from '../../words/attention.ts'
import { words as coreWords } from '../../words/core.ts'
import { Addresses } from './addresses.tsx'
import { Group, type Trouble } from './group.tsx'

const limit = 50

export default function Attention() {
  const w = useWords(words)
  const core = useWords(coreWords)
  const [open, setOpen] = useSearch('delivery')
  const unknown = useTrouble('unknown')
  const failed = useTrouble('failed')
  const quarantined = useTrouble('quarantined')
  const addresses = usePages(
    'suspended',
    (cursor) => api.recipients.list({ suspended: true, limit, ...(cursor ? { cursor } : {}) }),
    { live: ['address'] },
  )
  const lists = [unknown, failed, quarantined, addresses]
  const isEmpty = lists.every(({ items }) => items.length === 0)
  const failedList = lists.find(({ error }) => error)
  return (
    <Page title={core.pages.attention} about={w.about}>
      {failedList ? <Failed error={failedList.error} again={failedList.refresh} /> : null}
      {isEmpty && !failedList && (lists.some(({ isLoading }) => isLoading) ? <Loading /> : <AllWell />)}
      <Group state="unknown" list={unknown} onOpen={setOpen} />
      <Group state="failed" list={failed} onOpen={setOpen} />
      <Group state="quarantined" list={quarantined} onOpen={setOpen} />
      <Addresses list={addresses} />
      {open !== '' && <DeliveryDialog id={open} onClose={() => setOpen('')} />}
    </Page>
  )
}

function useTrouble(state: Trouble) {
  return usePages(
    `attention ${state}`,
    (cursor) => api.deliveries.list({ state, limit, ...(cursor ? { cursor } : {}) }),
    { live: ['delivery'] },
  )
}

function AllWell() {
  const w = useWords(words)
  return (
    <Empty icon="check" title={w.allWell}>
      <p>{w.allWellNext}</p>
      <a class="button" href="/deliveries">
        {w.toDeliveries}
      </a>
    </Empty>
  )
}
