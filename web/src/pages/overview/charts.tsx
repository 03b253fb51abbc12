import type { ComponentChildren } from 'preact'
import type { Overview } from '../../api.ts'
import { useWords } from '../../language.ts'
import { Chart, type Series } from '../../parts/chart.tsx'
import { Panel } from '../../parts/page.tsx'
import { words } from '../../words/overview.ts'
import { plain, showMs } from './show.ts'

interface ChartsProps {
  readonly spans: Overview['spans']
  readonly timeStyle: 'time' | 'full'
}

export function Charts({ spans, timeStyle }: ChartsProps) {
  const w = useWords(words)
  const moments = spans.map(({ at }) => Date.parse(at))
  const some = (name: string, tone: string, of: (span: Overview['spans'][number]) => number | null): Series => ({
    ...{ name, tone, values: spans.map(of) },
  })
  const common = { moments, timeStyle, height: 150 }
  return (
    <div class="columns charts">
      <Drawn
        {...{ ...common, title: w.rate, kind: 'bars', show: plain, said: w.nothingSent }}
        series={[
          some(w.sent, 'sent', ({ sent }) => sent),
          some(w.failed, 'failed', ({ failed }) => failed),
          some(w.unknown, 'unknown', ({ unknown }) => unknown),
        ]}
      />
      <Drawn
        {...{ ...common, title: w.lateness, kind: 'lines', show: showMs, said: w.nothingSent }}
        series={[
          some(w.half, 'main', ({ lateness }) => lateness?.p50Ms ?? null),
          some(w.most, 'second', ({ lateness }) => lateness?.p99Ms ?? null),
        ]}
      />
      <Drawn
        {...{ ...common, title: w.trouble, kind: 'bars', show: plain, said: w.noTrouble }}
        series={[
          some(w.failed, 'failed', ({ failed }) => failed),
          some(w.unknown, 'unknown', ({ unknown }) => unknown),
        ]}
      />
      <Drawn
        {...{ ...common, title: w.backlog, kind: 'lines', show: plain, said: w.noBacklog }}
        series={[some(w.due, 'main', ({ due }) => due), some(w.waiting, 'second', ({ waiting }) => waiting)]}
      />
    </div>
  )
}

interface DrawnProps {
  readonly title: string
  readonly kind: 'bars' | 'lines'
  readonly moments: readonly number[]
  readonly series: readonly Series[]
  readonly timeStyle: 'time' | 'full'
  readonly height: number
  readonly show: (value: number) => string
  /** Where there is nothing to draw. */
  readonly said: string
}

function Drawn({ said, ...chart }: DrawnProps) {
  const isEmpty = chart.series.every(({ values }) => values.every((value) => !value))
  return (
    <Panel title={chart.title} actions={<Legend series={chart.series} />}>
      <div class="drawn">
        <Chart {...chart} />
        {isEmpty && <Said>{said}</Said>}
      </div>
    </Panel>
  )
}

function Said({ children }: { readonly children: ComponentChildren }) {
  return <p class="over">{children}</p>
}

function Legend({ series }: { readonly series: readonly Series[] }) {
  return (
    <span class="legend">
      {series.map(({ name, tone }) => (
        <span key={name}>
          <i class={`dot ${tone}`} /> {name}
        </span>
      ))}
    </span>
  )
}
