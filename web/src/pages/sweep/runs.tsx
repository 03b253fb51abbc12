import { api, type Run } from '../../api.ts'
import { useWords } from '../../language.ts'
import { usePages } from '../../pages-of.ts'
import { Button } from '../../parts/button.tsx'
import { Chart } from '../../parts/chart.tsx'
import { Panel } from '../../parts/page.tsx'
import { Empty, Failed, Loading } from '../../parts/said.tsx'
import { Scrolled } from '../../parts/scrolled.tsx'
import { When } from '../../parts/when.tsx'
import { words as core } from '../../words/core.ts'
import { words } from '../../words/sweeps.ts'
import { showMs } from '../overview/show.ts'
import { RunState } from '../sweeps/last-run.tsx'

const chartMax = 40

export function Runs({ name }: { readonly name: string }) {
  const w = useWords(words)
  const c = useWords(core)
  const list = usePages(
    `runs ${name}`,
    (cursor) => api.sweeps.runs({ name, limit: 50, ...(cursor === undefined ? {} : { cursor }) }),
    { live: ['sweep', 'delivery'] },
  )
  if (list.error) return <Failed error={list.error} again={list.refresh} />
  if (list.items.length === 0)
    return (
      <Panel title={w.runs}>
        {list.isLoading ? (
          <Loading />
        ) : (
          <Empty icon="sweeps" title={w.noRuns}>
            <p>{w.noRunsNext}</p>
          </Empty>
        )}
      </Panel>
    )
  return (
    <>
      {list.items.length > 1 && <Charts runs={list.items.slice(0, chartMax).toReversed()} />}
      <Panel title={w.runs}>
        <Table runs={list.items} />
        {!list.isComplete && (
          <p>
            <Button onPress={list.more}>{c.more}</Button>
          </p>
        )}
      </Panel>
    </>
  )
}

function Charts({ runs }: { readonly runs: readonly Run[] }) {
  const w = useWords(words)
  const moments = runs.map(({ startedAt }) => Date.parse(startedAt.instant))
  const common = { moments, timeStyle: 'full', height: 120 } as const
  return (
    <div class="columns sweep-charts">
      <Panel title={w.howMany}>
        <Chart
          {...common}
          title={w.howMany}
          kind="bars"
          series={[
            { name: w.reminded, tone: 'main', values: runs.map(({ reminded }) => reminded) },
            { name: w.problems, tone: 'failed', values: runs.map(({ errors }) => errors) },
          ]}
        />
      </Panel>
      <Panel title={w.howLong}>
        <Chart
          {...common}
          title={w.howLong}
          kind="bars"
          show={showMs}
          series={[{ name: w.took, tone: 'second', values: runs.map(({ tookMs }) => tookMs) }]}
        />
      </Panel>
    </div>
  )
}

function Table({ runs }: { readonly runs: readonly Run[] }) {
  const w = useWords(words)
  return (
    <Scrolled label={w.runs}>
      <table class="list">
        <thead>
          <tr>
            <th scope="col">{w.started}</th>
            <th scope="col">{w.took}</th>
            <th scope="col">{w.examined}</th>
            <th scope="col">{w.reminded}</th>
            <th scope="col">{w.skipped}</th>
            <th scope="col">{w.problems}</th>
          </tr>
        </thead>
        <tbody>
          {runs.map((run) => (
            <Line key={run.id} run={run} />
          ))}
        </tbody>
      </table>
    </Scrolled>
  )
}

function Line({ run }: { readonly run: Run }) {
  const w = useWords(words)
  const { startedAt, tookMs, examined, reminded, skipped, problems, trigger } = run
  return (
    <tr>
      <td>
        <When time={startedAt} isShort /> <RunState run={run} />
        <br />
        <span class="faint">{w.triggers[trigger]}</span>
      </td>
      <td>{tookMs === null ? '–' : showMs(tookMs)}</td>
      <td>{examined}</td>
      <td>{reminded}</td>
      <td>
        {Object.entries(skipped).map(([reason, count]) => (
          <span key={reason} class="badge">
            {reason.replaceAll('_', ' ')} {count}
          </span>
        ))}
      </td>
      <td>
        {problems.map(({ item, message }) => (
          <p key={`${item} ${message}`}>
            {item !== null && <strong>{w.item(item)}</strong>} {message}
          </p>
        ))}
      </td>
    </tr>
  )
}
