import { act } from '../../act.ts'
import { type Alarm, api } from '../../api.ts'
import { useWords, wordsNow } from '../../language.ts'
import { usePages } from '../../pages-of.ts'
import { Button } from '../../parts/button.tsx'
import { hrefs, RecipientName } from '../../parts/names.tsx'
import { Page, Panel } from '../../parts/page.tsx'
import { PersonFilter } from '../../parts/person-filter.tsx'
import { Rows } from '../../parts/rows.tsx'
import { Empty, Failed, Loading } from '../../parts/said.tsx'
import { When } from '../../parts/when.tsx'
import { setSearch, useSearch } from '../../place.ts'
import { words } from '../../words/alarms.ts'
import { words as core } from '../../words/core.ts'
import { Actions } from './actions.tsx'
import { Register } from './register.tsx'
import { showInterval } from './show.ts'
import '../../styles/alarms.css'

export default function Alarms() {
  const w = useWords(words)
  const c = useWords(core)
  const [user] = useSearch('user')
  const [isNew, setNew] = useSearch('new')
  return (
    <Page
      title={c.pages.alarms}
      about={w.about}
      actions={
        <>
          <Button onPress={runNow}>{w.runNow}</Button>
          <Button kind="main" icon="plus" onPress={() => setNew('1')}>
            {w.register}
          </Button>
        </>
      }
      filters={<PersonFilter name="user" label={w.user} />}
    >
      <List user={user} />
      {isNew && <Register user={user} onClose={() => setSearch({ new: null })} />}
    </Page>
  )
}

function List({ user }: { readonly user: string }) {
  const w = useWords(words)
  const c = useWords(core)
  const list = usePages(
    `alarms ${user}`,
    (cursor) => api.alarms.list({ limit: 100, ...(user ? { user } : {}), ...(cursor === undefined ? {} : { cursor }) }),
    { live: ['alarm', 'delivery', 'reminder'] },
  )
  return (
    <Panel>
      {list.error ? (
        <Failed error={list.error} again={list.refresh} />
      ) : list.items.length > 0 ? (
        <Rows
          items={list.items}
          keyOf={({ pageId }) => pageId}
          rowHeight={64}
          label={c.pages.alarms}
          more={list.more}
          draw={(alarm) => <Line alarm={alarm} />}
        />
      ) : list.isLoading ? (
        <Loading />
      ) : (
        <Empty icon="alarms" title={w.none}>
          <p>{w.noneNext}</p>
          <Button kind="main" icon="plus" onPress={() => setSearch({ new: '1' })}>
            {w.register}
          </Button>
        </Empty>
      )}
    </Panel>
  )
}

function Line({ alarm }: { readonly alarm: Alarm }) {
  const w = useWords(words)
  const { pageId, userId, title, reminderId, nextAlarmTime, sentCount, interval, status } = alarm
  return (
    <>
      <span class="grow">
        <a href={hrefs.reminder(reminderId)}>
          <strong>{title || pageId}</strong>
        </a>{' '}
        {title && <span class="faint">{pageId}</span>}
        <br />
        <RecipientName id={userId} />{' '}
        <span class="faint">
          · {w.rang(sentCount - 1)}
          {status !== 'done' && ` · ${w.interval} ${showInterval(interval)}`}
        </span>
      </span>
      <span class="alarm-next">
        {status === 'waiting' ? (
          <When time={nextAlarmTime} isShort hasDistance />
        ) : (
          <span class={`badge ${status === 'ringing' ? 'main' : ''}`}>{w.states[status]}</span>
        )}
      </span>
      <Actions alarm={alarm} />
    </>
  )
}

function runNow(): Promise<boolean> {
  const w = wordsNow(words)
  return act({
    run: () => api.alarms.run({}),
    said: ({ fetched, sent, failed }) => (fetched === 0 ? w.nothingDue : w.ran(fetched, sent, failed)),
  })
}
