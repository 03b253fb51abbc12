import { api, type Recipient } from '../../api.ts'
import { useChannelName } from '../../channels.ts'
import { cityOf, showTime } from '../../clock.ts'
import { useWords } from '../../language.ts'
import { usePages } from '../../pages-of.ts'
import { Button } from '../../parts/button.tsx'
import { Check } from '../../parts/field.tsx'
import { Listed } from '../../parts/listed.tsx'
import { hrefs } from '../../parts/names.tsx'
import { Page } from '../../parts/page.tsx'
import { Empty } from '../../parts/said.tsx'
import { SearchField } from '../../parts/search-field.tsx'
import { go, setSearch, useSearch } from '../../place.ts'
import { words as core } from '../../words/core.ts'
import { words } from '../../words/recipients.ts'
import { NewRecipient } from './new-recipient.tsx'
import '../../styles/recipients.css'

const pageSize = 100

export default function Recipients() {
  const w = useWords(words)
  const c = useWords(core)
  const [isNew, setNew] = useSearch('new')
  const [suspended] = useSearch('suspended')
  const [search] = useSearch('search')
  const list = usePages(
    `recipients ${suspended} ${search}`,
    (cursor) =>
      api.recipients.list({
        limit: pageSize,
        ...(search ? { search: search.slice(0, 200) } : {}),
        ...(suspended ? { suspended: true } : {}),
        ...(cursor === undefined ? {} : { cursor }),
      }),
    { live: ['recipient', 'address'] },
  )
  return (
    <Page
      title={c.pages.recipients}
      about={w.about}
      actions={
        <Button kind="main" icon="plus" onPress={() => setNew('1')}>
          {w.add}
        </Button>
      }
      filters={
        <>
          <SearchField name="search" label={w.search} placeholder={w.searchHint} />
          <Check
            label={w.onlySuspended}
            checked={suspended !== ''}
            onChange={(checked) => setSearch({ suspended: checked ? 'true' : null })}
          />
        </>
      }
    >
      <Listed
        list={list}
        keyOf={({ id }) => id}
        label={c.pages.recipients}
        draw={(one) => <Line recipient={one} />}
        empty={
          search ? (
            <Empty icon="recipients" title={w.noneFound(search)}>
              <p>{w.noneFoundNext}</p>
            </Empty>
          ) : (
            <Empty icon="recipients" title={w.none}>
              <p>{w.noneNext}</p>
            </Empty>
          )
        }
      />
      {isNew && <NewRecipient onClose={() => setNew('')} onMade={(id) => go(hrefs.recipient(id))} />}
    </Page>
  )
}

function Line({ recipient }: { readonly recipient: Recipient }) {
  const w = useWords(words)
  const { id, name, timezone, addresses, suspended, quietHours, paused } = recipient
  const channelName = useChannelName()
  const until = paused?.until
  return (
    <>
      <span class="grow">
        <a href={hrefs.recipient(id)}>
          <strong>{name || id}</strong>
        </a>{' '}
        {name && <span class="faint">{id}</span>}
        <br />
        <span class="faint" title={timezone}>
          {cityOf(timezone)}
          {quietHours?.length ? ` · ${quietHours.map(({ from, to }) => `${from}–${to}`).join(', ')}` : ''}
        </span>
      </span>
      {paused && (
        <span class="badge warn">{until ? w.pausedUntil(showTime(until.instant, until.timezone)) : w.paused}</span>
      )}
      <span class="channels">
        {Object.keys(addresses).map((channel) => (
          <span key={channel} class={`badge ${suspended[channel] ? 'bad' : ''}`}>
            {channelName(channel)}
          </span>
        ))}
      </span>
    </>
  )
}
