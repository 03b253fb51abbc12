// What stands in a week: meetings at their time, or at each of the times that were proposed, side by side where they overlap.

import type { Meeting } from '../../api.ts'
import { addDays, midnightOf, minutesIn } from '../../zoned.ts'

export interface WeekItem {
  readonly key: string
  readonly meeting: Meeting
  readonly startMs: number
  readonly endMs: number
  /** One of the times of a meeting that nobody has accepted yet. */
  readonly isProposed: boolean
}

/** On one day, in minutes of its wall clock. */
export interface Piece<T> {
  readonly of: T
  readonly top: number
  readonly bottom: number
  readonly lane: number
  readonly lanes: number
}

export interface Stretch {
  readonly startMs: number
  readonly endMs: number
}

const dayMinutes = 1_440
/** A meeting of five minutes is still to be seen, and hit. */
const shownMinutesMin = 25

/** What did not come to pass is shown only where it is asked for. */
export function itemsOf(meetings: readonly Meeting[], isAsked: boolean): readonly WeekItem[] {
  return meetings.flatMap((meeting) => {
    const { status, acceptedSlot, slots } = meeting
    if (!isAsked && status !== 'pending' && status !== 'accepted' && status !== 'completed') return []
    return (acceptedSlot ? [acceptedSlot] : slots).map((slot) => ({
      key: `${meeting.id} ${slot.start.instant}`,
      meeting,
      startMs: Date.parse(slot.start.instant),
      endMs: Date.parse(slot.end.instant),
      isProposed: status === 'pending',
    }))
  })
}

/** Those of a day, cut at its midnights. */
export function piecesOf<T extends Stretch>(all: readonly T[], date: string, zone: string): readonly Piece<T>[] {
  const [fromMs, toMs] = [midnightOf(date, zone), midnightOf(addDays(date, 1), zone)]
  const cut = all
    .filter(({ startMs, endMs }) => startMs < toMs && endMs > fromMs)
    .map((of) => {
      const top = of.startMs <= fromMs ? 0 : minutesIn(of.startMs, zone)
      const bottom = of.endMs >= toMs ? dayMinutes : minutesIn(of.endMs, zone)
      // In the night in which an hour comes twice, the end may show less than the start.
      return { of, top, bottom: Math.max(bottom, Math.min(dayMinutes, top + shownMinutesMin)) }
    })
    .sort((a, b) => a.top - b.top || b.bottom - a.bottom)
  return inLanes(cut)
}

type Cut<T> = Omit<Piece<T>, 'lane' | 'lanes'>

/** Whatever overlaps shares the width. */
function inLanes<T>(cut: readonly Cut<T>[]): readonly Piece<T>[] {
  const pieces: Piece<T>[] = []
  let group: (Cut<T> & { lane: number })[] = []
  let groupEnd = 0
  const close = () => {
    const lanes = Math.max(0, ...group.map(({ lane }) => lane)) + 1
    pieces.push(...group.map((piece) => ({ ...piece, lanes })))
    group = []
  }
  for (const piece of cut) {
    if (piece.top >= groupEnd) close()
    const taken = new Set(group.filter(({ bottom }) => bottom > piece.top).map(({ lane }) => lane))
    let lane = 0
    while (taken.has(lane)) lane++
    group.push({ ...piece, lane })
    groupEnd = Math.max(group.length === 1 ? 0 : groupEnd, piece.bottom)
  }
  close()
  return pieces
}
