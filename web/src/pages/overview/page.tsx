// The first screen: what Belfry does for who has never seen it, and how it does for everybody else.

import { api } from '../../api.ts'
import { useWords } from '../../language.ts'
import { Choice } from '../../parts/field.tsx'
import { Page } from '../../parts/page.tsx'
import { Failed, Loading } from '../../parts/said.tsx'
import { useSearch } from '../../place.ts'
import { useQuery } from '../../query.ts'
import { session } from '../../session.ts'
import { useStore } from '../../store.ts'
import { words as core } from '../../words/core.ts'
import { words } from '../../words/overview.ts'
import { Charts } from './charts.tsx'
import { Next } from './next.tsx'
import { Numbers, OwnNumbers } from './numbers.tsx'
import { type RangeName, ranges } from './ranges.ts'
import { StopAll } from './switch.tsx'
import { Welcome } from './welcome.tsx'
import { Workers } from './workers.tsx'
import '../../styles/overview.css'

/** Workers write down how they do every ten seconds. */
const refreshMs = 5_000

export default function OverviewPage() {
  const w = useWords(words)
  const c = useWords(core)
  const current = useStore(session)
  const isOperator = current.state === 'in' && current.who.door === 'operator'
  return (
    <Page title={c.pages.overview} about={w.about}>
      <Welcome isOperator={isOperator} />
      {isOperator ? <Installation /> : <OwnNumbers />}
      {!isOperator && <Next />}
    </Page>
  )
}

/** For operators: how much all tenants together send is for nobody else. */
function Installation() {
  const w = useWords(words)
  const [range, setRange] = useSearch('range')
  const name: RangeName = range in ranges ? (range as RangeName) : 'hour'
  const { last, step, timeStyle } = ranges[name]
  const asked = useQuery(`overview ${name}`, () => api.overview.read({ last, step }), { everyMs: refreshMs })
  const { value, error, refresh } = asked
  if (!value) return error ? <Failed error={error} again={refresh} /> : <Loading rows={12} />
  return (
    <>
      <Numbers overview={value} />
      <div class="range">
        <Choice
          label={w.range}
          value={name}
          onChange={setRange}
          options={[
            ['hour', w.ranges.hour],
            ['day', w.ranges.day],
            ['week', w.ranges.week],
          ]}
        />
        <span class="faint">{w.allTenants}</span>
        <StopAll holds={value.holds} />
      </div>
      <Charts spans={value.spans} timeStyle={timeStyle} />
      <div class="columns overview-columns">
        <Next />
        <Workers workers={value.workers} />
      </div>
    </>
  )
}
