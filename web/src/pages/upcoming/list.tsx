// The list below the chart: in due order, a heading where a day begins on the reader's clock.

import { useCallback, useMemo } from 'preact/hooks'
import type { Reminder } from '../../api.ts'
import { localText, nowMs, ownZone, showTime } from '../../clock.ts'
import { useWords } from '../../language.ts'
import { useNarrow } from '../../narrow.ts'
import type { Paged } from '../../pages-of.ts'
import { Button } from '../../parts/button.tsx'
import { Rows } from '../../parts/rows.tsx'
import { Empty, Failed, Loading } from '../../parts/said.tsx'
import { useStore } from '../../store.ts'
import { words } from '../../words/upcoming.ts'
import type { Filter } from './filters.tsx'
import { NextRing } from './next-ring.tsx'
import { choose, type Range } from './range.ts'
import { ReminderRow } from './row.tsx'

type Entry =
  | { readonly kind: 'late' }
  | { readonly kind: 'day'; readonly day: string; readonly atMs: number }
  | { readonly kind: 'ring'; readonly reminder: Reminder; readonly isSameMinute: boolean }

export interface Handlers {
  onMove(reminder: Reminder): void
  onCancel(reminder: Reminder): void
  onMore(reminder: Reminder): void
  onDrag(reminder: Reminder, event: PointerEvent): void
}

interface ListProps extends Handlers {
  readonly list: Paged<Reminder>
  readonly range: Range
  readonly filter: Filter
  readonly isFiltered: boolean
  readonly draggedId: string | null
}

export function UpcomingList({ list, range, filter, isFiltered, draggedId, ...on }: ListProps) {
  const w = useWords(words)
  const zone = useStore(ownZone)
  const isNarrow = useNarrow()
  const rowHeight = useCallback((entry: Entry) => heights[isNarrow ? 'phone' : 'desktop'][entry.kind], [isNarrow])
  const lateMs = Math.floor(nowMs() / minuteMs - 1) * minuteMs
  const entries = useMemo(() => entriesOf(list.items, zone, lateMs), [list.items, zone, lateMs])
  if (list.error && list.items.length === 0) return <Failed error={list.error} again={list.refresh} />
  if (list.items.length === 0 && list.isLoading) return <Loading rows={8} />
  if (list.items.length === 0 && list.isComplete)
    return <Nothing range={range} filter={filter} isFiltered={isFiltered} />
  return (
    <>
      <Rows
        items={entries}
        keyOf={(entry) => (entry.kind === 'ring' ? entry.reminder.id : entry.kind === 'day' ? entry.day : 'late')}
        rowHeight={rowHeight}
        label={w.list}
        more={list.more}
        draw={(entry) =>
          entry.kind !== 'ring' ? (
            <h3 class={`day ${entry.kind}`}>{entry.kind === 'day' ? dayWords(entry, zone, w) : w.overdue}</h3>
          ) : (
            <ReminderRow
              reminder={entry.reminder}
              isSameMinute={entry.isSameMinute}
              isDragged={entry.reminder.id === draggedId}
              onMove={() => on.onMove(entry.reminder)}
              onCancel={() => on.onCancel(entry.reminder)}
              onMore={() => on.onMore(entry.reminder)}
              onDrag={(event) => on.onDrag(entry.reminder, event)}
            />
          )
        }
      />
      {!list.isComplete && (
        <p class="list-end faint">{list.isLoading ? w.loadingMore : <Button onPress={list.more}>{w.lookOn}</Button>}</p>
      )}
    </>
  )
}

const minuteMs = 60_000

/** What is late stands above the days, whenever it should have rung: nobody has sent it yet. */
function entriesOf(items: readonly Reminder[], zone: string, lateMs: number): Entry[] {
  const late = items.filter(({ dueAt }) => Date.parse(dueAt!.instant) < lateMs)
  const ahead = daysOf(items.slice(late.length), zone)
  if (late.length === 0) return ahead
  return [
    { kind: 'late' },
    ...late.map((reminder): Entry => ({ kind: 'ring', reminder, isSameMinute: false })),
    ...ahead,
  ]
}

function daysOf(items: readonly Reminder[], zone: string): Entry[] {
  const entries: Entry[] = []
  let [day, minute] = ['', '']
  for (const reminder of items) {
    const local = localText(reminder.dueAt!.instant, zone)
    const isNewDay = local.slice(0, 10) !== day
    if (isNewDay) entries.push({ kind: 'day', day: local.slice(0, 10), atMs: Date.parse(reminder.dueAt!.instant) })
    entries.push({ kind: 'ring', reminder, isSameMinute: !isNewDay && local === minute })
    day = local.slice(0, 10)
    minute = local
  }
  return entries
}

function dayWords(
  { day, atMs }: Entry & { kind: 'day' },
  zone: string,
  w: { today: string; tomorrow: string },
): string {
  const date = showTime(atMs, zone, 'date')
  const now = nowMs()
  if (day === localText(now, zone).slice(0, 10)) return `${w.today}, ${date}`
  return day === localText(now + 86_400_000, zone).slice(0, 10) ? `${w.tomorrow}, ${date}` : date
}

interface NothingProps {
  readonly range: Range
  readonly filter: Filter
  readonly isFiltered: boolean
}

function Nothing({ range, filter, isFiltered }: NothingProps) {
  const w = useWords(words)
  return (
    <Empty icon="upcoming" title={isFiltered ? w.noneFiltered : range.isNow ? w.noneNow : w.none}>
      {!isFiltered && <p class="faint">{w.noneNext}</p>}
      <div class="quick">
        <NextRing range={range} filter={filter} />
        {range.zoom !== 'week' && <Button onPress={() => choose('week')}>{w.later}</Button>}
      </div>
    </Empty>
  )
}

const heights = { desktop: { late: 44, day: 44, ring: 58 }, phone: { late: 44, day: 44, ring: 78 } } as const
