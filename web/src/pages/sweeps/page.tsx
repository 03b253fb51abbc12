import { useState } from 'preact/hooks'
import { api, type Sweep } from '../../api.ts'
import { useWords } from '../../language.ts'
import { Button } from '../../parts/button.tsx'
import { Page, Panel } from '../../parts/page.tsx'
import { Empty, Failed, Loading } from '../../parts/said.tsx'
import { Scrolled } from '../../parts/scrolled.tsx'
import { When } from '../../parts/when.tsx'
import { go } from '../../place.ts'
import { useQuery } from '../../query.ts'
import { session } from '../../session.ts'
import { useStore } from '../../store.ts'
import { words as core } from '../../words/core.ts'
import { words } from '../../words/sweeps.ts'
import { hrefOf, runNow } from './actions.ts'
import { SweepForm } from './form.tsx'
import { LastRun } from './last-run.tsx'
import '../../styles/sweeps.css'

/** No event tells that a run has begun or ended. */
const refreshMs = 5_000

export default function Sweeps() {
  const w = useWords(words)
  const c = useWords(core)
  const current = useStore(session)
  const isOperator = current.state === 'in' && current.who.door === 'operator'
  const [isNew, setNew] = useState(false)
  const { value, error, refresh } = useQuery('sweeps', () => api.sweeps.list(), { everyMs: refreshMs })
  const add = isOperator && (
    <Button kind="main" icon="plus" onPress={() => setNew(true)}>
      {w.add}
    </Button>
  )
  return (
    <Page title={c.pages.sweeps} about={w.about} actions={add}>
      <Panel>
        {value && value.items.length > 0 ? (
          <List sweeps={value.items} />
        ) : value ? (
          <Empty icon="sweeps" title={w.none}>
            <p>{w.noneNext}</p>
            {add}
          </Empty>
        ) : error ? (
          <Failed error={error} again={refresh} />
        ) : (
          <Loading />
        )}
      </Panel>
      {isNew && <SweepForm sweep={null} onClose={() => setNew(false)} onSaved={(name) => go(hrefOf(name))} />}
    </Page>
  )
}

function List({ sweeps }: { readonly sweeps: readonly Sweep[] }) {
  const w = useWords(words)
  return (
    <Scrolled label={w.about}>
      <table class="list">
        <thead>
          <tr>
            <th scope="col">{w.name}</th>
            <th scope="col">{w.every}</th>
            <th scope="col">{w.next}</th>
            <th scope="col">{w.last}</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {sweeps.map((sweep) => (
            <Line key={sweep.name} sweep={sweep} />
          ))}
        </tbody>
      </table>
    </Scrolled>
  )
}

function Line({ sweep }: { readonly sweep: Sweep }) {
  const w = useWords(words)
  const { name, every, enabled, nextRunAt, lastRun, warnings } = sweep
  return (
    <tr>
      <td>
        <a href={hrefOf(name)}>
          <strong>{name}</strong>
        </a>{' '}
        {warnings.length > 0 && (
          <span class="badge warn" title={warnings.join('\n')}>
            {w.warnings}
          </span>
        )}
      </td>
      <td>
        <code>{every}</code>
      </td>
      <td>{enabled ? <When time={nextRunAt} isShort hasDistance /> : <span class="badge">{w.off}</span>}</td>
      <td>{lastRun ? <LastRun run={lastRun} /> : <span class="faint">{w.never}</span>}</td>
      <td>
        <Button onPress={() => runNow(name)}>{w.runNow}</Button>
      </td>
    </tr>
  )
}
