// How many ring when. Where there are very many the server estimates, and the bars look it.

import { useMemo } from 'preact/hooks'
import { api } from '../../api.ts'
import { ownZone, showTime } from '../../clock.ts'
import { useWords } from '../../language.ts'
import { Button } from '../../parts/button.tsx'
import { Chart } from '../../parts/chart.tsx'
import { Failed } from '../../parts/said.tsx'
import { useQuery } from '../../query.ts'
import { useStore } from '../../store.ts'
import { words } from '../../words/upcoming.ts'
import type { Filter } from './filters.tsx'
import { beginningsOf, isRound, pick, type Range } from './range.ts'

export const liveTypes = ['reminder', 'delivery', 'entity', 'meeting', 'alarm', 'recipient']

interface PictureProps {
  readonly range: Range
  readonly filter: Filter
  readonly now: number
  readonly targetMs: number | null
}

export function Picture({ range, filter, now, targetMs }: PictureProps) {
  const w = useWords(words)
  const zone = useStore(ownZone)
  const { beginMs, endMs, stepMs, zoom, pickedMs } = range
  const moments = useMemo(() => beginningsOf(range), [beginMs, endMs, stepMs])
  const { value, error, refresh } = useQuery(
    `upcoming counts ${range.name} ${JSON.stringify(filter)}`,
    () =>
      api.reminders.upcomingCounts({
        ...filter,
        from: new Date(beginMs).toISOString(),
        to: new Date(endMs).toISOString(),
        spans: moments.length,
      }),
    { live: liveTypes, stamp: beginMs },
  )
  if (error && !value) return <Failed error={error} again={refresh} />
  const items = value?.items ?? []
  const isEstimate = items.some((one) => one.isEstimate)
  const counted = moments.map((_, i) => (items[i]?.isEstimate ? null : (items[i]?.count ?? 0)))
  const estimated = moments.map((_, i) => (items[i]?.isEstimate ? items[i].count : null))
  const total = items.reduce((sum, { count }) => sum + count, 0)
  return (
    <>
      <div class="under-chart" aria-live="off">
        <strong>{value ? w.total(rounded(total, isEstimate).toLocaleString(), isEstimate) : '…'}</strong>
        {pickedMs !== null && (
          <span class="picked-bar">
            {w.picked} {showTime(pickedMs, zone)}–{showTime(pickedMs + stepMs, zone, 'time')}
            <Button kind="quiet" icon="close" label={w.all} onPress={() => pick(range, null)} />
          </span>
        )}
      </div>
      <Chart
        title={w.chart}
        kind="bars"
        height={150}
        moments={moments}
        series={[
          { name: w.counted, tone: 'main', values: counted },
          ...(isEstimate ? [{ name: w.estimated, tone: 'second', values: estimated }] : []),
        ]}
        timeStyle={zoom === 'week' ? 'full' : 'time'}
        tickStyle={zoom === 'week' ? 'day' : 'time'}
        isTick={(ms) => isRound(zoom, ms, zone)}
        nowMs={now}
        pickedMs={pickedMs}
        targetMs={targetMs}
        onPick={(ms) => pick(range, ms)}
        pickHint={w.pickHint}
      />
    </>
  )
}

/** Three digits of a guess are enough. */
function rounded(total: number, isEstimate: boolean): number {
  if (!isEstimate || total < 1_000) return total
  const power = 10 ** (Math.floor(Math.log10(total)) - 2)
  return Math.round(total / power) * power
}
