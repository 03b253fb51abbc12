// The week as a picture: days beside each other, hours below each other, in the reader's zone.

import { useLayoutEffect, useRef } from 'preact/hooks'
import { showTime, useNow } from '../../clock.ts'
import { useWords } from '../../language.ts'
import { hrefs } from '../../parts/names.tsx'
import { words } from '../../words/meetings.ts'
import { clockText, dateIn, midnightOf, minutesIn } from '../../zoned.ts'
import { type Drops, hourPx, type Shadow, useWeekDrag } from './week-drag.ts'
import { type Piece, piecesOf, type Stretch, type WeekItem } from './week-items.ts'

export interface Behind extends Stretch {
  readonly kind: 'free' | 'busy' | 'off'
}

interface WeekGridProps {
  readonly days: readonly string[]
  readonly items: readonly WeekItem[]
  readonly behind: readonly Behind[]
  /** Keys of items that something stands in the way of. */
  readonly conflicts: ReadonlySet<string>
  readonly drops: Drops
}

const hours = Array.from({ length: 24 }, (_, hour) => hour)
const px = (minutes: number) => `${(minutes / 60) * hourPx}px`

export function WeekGrid({ days, items, behind, conflicts, drops }: WeekGridProps) {
  const w = useWords(words)
  const { zone } = drops
  const { body, shadow, start } = useWeekDrag(drops)
  const frame = useRef<HTMLElement>(null)
  const pieces = days.flatMap((date) => piecesOf(items, date, zone))
  // Before it is drawn: nobody sees it jump.
  useLayoutEffect(() => {
    // An hour before the first meeting; the night is rarely what one looks for.
    const first = Math.min(...pieces.map(({ top }) => top))
    const hour = pieces.length === 0 ? 7 : Math.floor(first / 60) - 1
    if (frame.current) frame.current.scrollTop = hour * hourPx - 12
  }, [days[0], pieces.length > 0])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
    <section ref={frame} class="week" aria-label={w.grid} tabIndex={0}>
      <div class="week-head" style={{ gridTemplateColumns: columns(days.length) }}>
        <span />
        {days.map((date) => (
          <DayName key={date} date={date} zone={zone} />
        ))}
      </div>
      <div
        ref={body}
        class="week-body"
        style={{ gridTemplateColumns: columns(days.length), height: px(1_440) }}
        onPointerDown={start}
      >
        <div class="week-hours" aria-hidden="true">
          {hours.map((hour) => (
            <span key={hour} style={{ top: px(hour * 60) }}>
              {hour === 0 ? '' : clockText(hour * 60)}
            </span>
          ))}
        </div>
        {days.map((date) => (
          <Day key={date} {...{ date, zone, items, behind, conflicts, shadow }} />
        ))}
      </div>
    </section>
  )
}

const columns = (count: number) => `52px repeat(${count}, minmax(0, 1fr))`

function DayName({ date, zone }: { readonly date: string; readonly zone: string }) {
  const isToday = dateIn(useNow(60_000), zone) === date
  return (
    <span class={isToday ? 'today' : ''} aria-current={isToday ? 'date' : undefined}>
      {showTime(`${date}T12:00Z`, 'UTC', 'day')}
    </span>
  )
}

interface DayProps extends Pick<WeekGridProps, 'items' | 'behind' | 'conflicts'> {
  readonly date: string
  readonly zone: string
  readonly shadow: Shadow | null
}

function Day({ date, zone, items, behind, conflicts, shadow }: DayProps) {
  const now = useNow(60_000)
  return (
    // biome-ignore lint/a11y/useSemanticElements: it is no part of a form
    <div class="week-day" role="group" aria-label={showTime(midnightOf(date, zone), zone, 'date')} data-date={date}>
      {behind.map((one) =>
        piecesOf([one], date, zone).map(({ top, bottom }) => (
          <div
            key={`${one.kind} ${one.startMs}`}
            class={`week-behind ${one.kind}`}
            aria-hidden="true"
            style={{ top: px(top), height: px(bottom - top) }}
          />
        )),
      )}
      {dateIn(now, zone) === date && <div class="week-now" style={{ top: px(minutesIn(now, zone)) }} />}
      {piecesOf(items, date, zone).map((piece) => (
        <Block key={piece.of.key} piece={piece} zone={zone} hasConflict={conflicts.has(piece.of.key)} />
      ))}
      {shadow &&
        piecesOf([shadow], date, zone).map(({ top, bottom }) => (
          <div key="shadow" class="week-shadow" style={{ top: px(top), height: px(bottom - top) }}>
            {clockText(minutesIn(shadow.startMs, zone))}–{clockText(minutesIn(shadow.endMs, zone) || 1_440)}{' '}
            {shadow.item?.meeting.title}
          </div>
        ))}
    </div>
  )
}

interface BlockProps {
  readonly piece: Piece<WeekItem>
  readonly zone: string
  readonly hasConflict: boolean
}

function Block({ piece: { of, top, bottom, lane, lanes }, zone, hasConflict }: BlockProps) {
  const w = useWords(words)
  const { meeting, startMs, endMs, isProposed } = of
  const times = `${showTime(startMs, zone, 'time')}–${showTime(endMs, zone, 'time')}`
  const state = isProposed ? w.proposedIn : w.statuses[meeting.status]
  const name = meeting.title || meeting.id
  const states = hasConflict ? `${state}, ${w.conflictIn}` : state
  return (
    <a
      class={`week-block ${meeting.status}${hasConflict ? ' conflict' : ''}`}
      href={hrefs.meeting(meeting.id)}
      draggable={false}
      data-item={of.key}
      title={`${name}, ${times}, ${states}`}
      style={{
        top: px(top),
        height: `calc(${px(bottom - top)} - 2px)`,
        left: `${(lane / lanes) * 100}%`,
        width: `calc(${100 / lanes}% - 3px)`,
      }}
    >
      <strong>{name}</strong> <span>{times}</span> <span class="unseen">{states}</span>
    </a>
  )
}
