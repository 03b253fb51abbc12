import { useState } from 'preact/hooks'
import { api, type Sweep } from '../../api.ts'
import { useWords } from '../../language.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Page, Panel } from '../../parts/page.tsx'
import { Failed, Loading } from '../../parts/said.tsx'
import { When } from '../../parts/when.tsx'
import { go } from '../../place.ts'
import { useQuery } from '../../query.ts'
import type { PageProps } from '../../routes.ts'
import { session } from '../../session.ts'
import { useStore } from '../../store.ts'
import { words } from '../../words/sweeps.ts'
import { remove, runNow } from '../sweeps/actions.ts'
import { SweepForm } from '../sweeps/form.tsx'
import { Runs } from './runs.tsx'
import '../../styles/sweeps.css'

const refreshMs = 5_000

export default function SweepPage({ name = '' }: PageProps) {
  const w = useWords(words)
  const current = useStore(session)
  const isOperator = current.state === 'in' && current.who.door === 'operator'
  const [asked, ask] = useState<'change' | 'remove' | null>(null)
  const { value, error, refresh } = useQuery(`sweep ${name}`, () => api.sweeps.get({ name }), { everyMs: refreshMs })
  if (!value) return <Page title={name}>{error ? <Failed error={error} again={refresh} /> : <Loading />}</Page>
  return (
    <Page
      title={name}
      about={w.about}
      actions={
        <>
          {isOperator && <Button onPress={() => ask('change')}>{w.change}</Button>}
          {isOperator && (
            <Button kind="danger" onPress={() => ask('remove')}>
              {w.remove}
            </Button>
          )}
          <Button kind="main" onPress={() => runNow(name)}>
            {w.runNow}
          </Button>
        </>
      }
    >
      <Facts sweep={value} />
      <Runs name={name} />
      {asked === 'change' && <SweepForm sweep={value} onClose={() => ask(null)} />}
      {asked === 'remove' && <Removing sweep={value} onClose={() => ask(null)} />}
    </Page>
  )
}

function Removing({ sweep, onClose }: { readonly sweep: Sweep; readonly onClose: () => void }) {
  const w = useWords(words)
  // Away first: a page of what is gone would ask for it once more.
  const done = () => {
    go('/sweeps')
    return remove(sweep)
  }
  return (
    <Dialog title={w.remove} doneWord={w.remove} kind="danger" onClose={onClose} onDone={done}>
      <p>{w.removeAbout}</p>
    </Dialog>
  )
}

function Facts({ sweep }: { readonly sweep: Sweep }) {
  const w = useWords(words)
  const { every, timezone, enabled, origin, nextRunAt, warnings, definition } = sweep
  return (
    <Panel>
      {warnings.length > 0 && (
        <ul class="warnings" aria-label={w.warnings}>
          {warnings.map((warning) => (
            <li key={warning} class="badge warn">
              {warning}
            </li>
          ))}
        </ul>
      )}
      <dl class="facts">
        <dt>{w.every}</dt>
        <dd>
          <code>{every}</code> <span class="faint">{timezone}</span>
        </dd>
        <dt>{w.next}</dt>
        <dd>{enabled ? <When time={nextRunAt} hasDistance /> : <span class="badge">{w.off}</span>}</dd>
        <dt>{w.description}</dt>
        <dd>
          {w.origins[origin]}
          <details>
            <summary>JSON</summary>
            <pre>{JSON.stringify(definition, null, 2)}</pre>
          </details>
        </dd>
      </dl>
    </Panel>
  )
}
