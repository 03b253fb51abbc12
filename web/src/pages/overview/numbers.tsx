import type { ComponentChildren } from 'preact'
import { api, type Overview } from '../../api.ts'
import { useAttention } from '../../attention.ts'
import { showDistance, useNow } from '../../clock.ts'
import { useWords } from '../../language.ts'
import { useQuery } from '../../query.ts'
import { words } from '../../words/overview.ts'
import { plain, showCount, showMs } from './show.ts'

/** Longer than this, what is due is late: workers are away, or too few. */
const lateMs = 60_000
const hourMs = 3_600_000

export function Numbers({ overview }: { readonly overview: Overview }) {
  const w = useWords(words)
  const { due, pending, attention, lastHour, oldestDueAt, now, workers } = overview
  const isLate = oldestDueAt !== null && Date.parse(now.instant) - Date.parse(oldestDueAt.instant) > lateMs
  const { lateness } = lastHour
  // What was due while no worker ran is late, and no sign of one that is slow.
  const isSteady = workers.some(({ since }) => since !== null && Date.now() - Date.parse(since.instant) > hourMs)
  const lateTone = (ms: number | undefined) => (isSteady && ms !== undefined && ms > lateMs ? 'warn' : '')
  const lateHint = isSteady ? w.lateHint : `${w.lateHint} ${w.lateFresh}`
  const failed = { ...attention.failed, value: attention.failed.value + attention.quarantined.value }
  return (
    <section class="numbers" aria-label={w.numbers}>
      <Tile href="/upcoming" name={w.dueNow} tone={isLate ? 'bad' : ''}>
        {showCount(due)}
      </Tile>
      <Tile href="/upcoming" name={w.pending}>
        {showCount(pending)}
      </Tile>
      <Tile href="/deliveries" name={w.sentHour}>
        {plain(lastHour.sent)}
      </Tile>
      <Tile href="/deliveries" name={w.p50} tone={lateTone(lateness?.p50Ms)} hint={lateHint}>
        {lateness ? showMs(lateness.p50Ms) : w.nothing}
      </Tile>
      <Tile href="/deliveries" name={w.p99} tone={lateTone(lateness?.p99Ms)} hint={lateHint}>
        {lateness ? showMs(lateness.p99Ms) : w.nothing}
      </Tile>
      <Tile href="/attention" name={w.unknown} tone={attention.unknown.value > 0 ? 'warn' : ''}>
        {showCount(attention.unknown)}
      </Tile>
      <Tile href="/attention" name={w.failed} tone={failed.value > 0 ? 'bad' : ''}>
        {showCount(failed)}
      </Tile>
    </section>
  )
}

/** Of a tenant's key: what its own lists say. */
export function OwnNumbers() {
  const w = useWords(words)
  const attention = useAttention()
  const now = useNow()
  const { value } = useQuery('rings next', () => api.reminders.upcoming({ limit: 1 }), {
    live: ['delivery', 'reminder', 'entity', 'meeting'],
  })
  const first = value?.items[0]?.dueAt
  return (
    <section class="numbers" aria-label={w.numbers}>
      <Tile href="/upcoming" name={w.nextRing}>
        {first ? showDistance(first.instant, now) : w.nothing}
      </Tile>
      <Tile href="/attention" name={w.attention} tone={attention === '' ? '' : 'warn'}>
        {attention || '0'}
      </Tile>
    </section>
  )
}

interface TileProps {
  readonly href: string
  readonly name: string
  readonly tone?: string
  readonly hint?: string
  readonly children: ComponentChildren
}

function Tile({ href, name, tone = '', hint, children }: TileProps) {
  return (
    <a class={`number ${tone}`} href={href} title={hint}>
      <span class="value">{children}</span>
      <span class="name">{name}</span>
    </a>
  )
}
