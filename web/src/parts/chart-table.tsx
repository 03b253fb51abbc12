// The numbers of a chart as a table, for those who hear the page. It is as long as the chart is wide, and nobody sees it: it is drawn
// when the chart has been still for a moment, so that nobody waits for it.

import { useEffect, useMemo, useState } from 'preact/hooks'
import type { Series } from './chart.tsx'

interface TableProps {
  readonly title: string
  readonly moments: readonly number[]
  readonly series: readonly Series[]
  readonly show: (value: number) => string
  readonly labelOf: (ms: number) => string
}

const stillMs = 300

export function AsTable(current: TableProps) {
  const [still, setStill] = useState<TableProps | null>(null)
  const { title, moments, series } = current
  const content = JSON.stringify([title, moments[0], moments.length, series])
  useEffect(() => {
    const timer = setTimeout(() => setStill(current), stillMs)
    return () => clearTimeout(timer)
  }, [content, current.labelOf(moments[0] ?? 0)])
  return useMemo(() => still && tableOf(still), [still])
}

function tableOf({ title, moments, series, show, labelOf }: TableProps) {
  return (
    <table class="unseen">
      <caption>{title}</caption>
      <thead>
        <tr>
          <td />
          {series.map(({ name }) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {moments.map((ms, i) =>
          series.some(({ values }) => values[i]) ? (
            <tr key={ms}>
              <th scope="row">{labelOf(ms)}</th>
              {series.map(({ name, values }) => (
                <td key={name}>{values[i] === null ? '–' : show(values[i] ?? 0)}</td>
              ))}
            </tr>
          ) : null,
        )}
      </tbody>
    </table>
  )
}
