// A time from and to, on the clocks of everybody whom it concerns; and what stands in its way.

import type { api, Recipient, Time } from '../api.ts'
import { cityOf, ownZone, showTime } from '../clock.ts'
import { useWords } from '../language.ts'
import type { People } from '../people.ts'
import { isQuietAt } from '../quiet.ts'
import { useStore } from '../store.ts'
import { words } from '../words/move-meeting.ts'
import { dateIn } from '../zoned.ts'
import { hrefs } from './names.tsx'

export interface Slot {
  readonly start: Pick<Time, 'instant'>
  readonly end: Pick<Time, 'instant'>
}

export type Conflict = Awaited<ReturnType<typeof api.conflicts.check>>['conflicts'][number]

/** `Tue 2 Dec, 10:00–11:00`. */
export function slotText({ start, end }: Slot, zone: string): string {
  const isOneDay = dateIn(start.instant, zone) === dateIn(end.instant, zone)
  return `${showTime(start.instant, zone)}–${showTime(end.instant, zone, isOneDay ? 'time' : 'full')}`
}

interface SlotTimesProps {
  readonly slot: Slot
  readonly ids: readonly string[]
  readonly people: People
}

/** The reader's clocks first, then those that show something else; who shares them is named together. */
export function SlotTimes({ slot, ids, people }: SlotTimesProps) {
  const w = useWords(words)
  const own = useStore(ownZone)
  const lines = new Map<string, { readonly zone: string; readonly names: string[] }>()
  const ownText = slotText(slot, own)
  for (const id of ids) {
    const zone = people.zoneOf(id)
    if (zone === undefined) continue
    const text = slotText(slot, zone)
    if (text === ownText) continue
    const line = lines.get(text)
    if (line) line.names.push(people.nameOf(id))
    else lines.set(text, { zone, names: [people.nameOf(id)] })
  }
  return (
    <ul class="slot-times">
      <li>
        <time dateTime={slot.start.instant} class="own">
          {ownText}
        </time>{' '}
        <span class="faint" title={own}>
          {w.ownTime}
        </span>
      </li>
      {[...lines].map(([text, { zone, names }]) => (
        <li key={text}>
          <time dateTime={slot.start.instant}>{text}</time>{' '}
          <span class="faint" title={zone}>
            {cityOf(zone)} · {names.join(', ')}
          </span>
        </li>
      ))}
    </ul>
  )
}

const quarterMs = 900_000

/** Nobody is kept from meeting at night; whoever chooses the time should know that it is. */
export function InQuietHours({ slot, ids, people }: SlotTimesProps) {
  const w = useWords(words)
  const from = Date.parse(slot.start.instant)
  const count = Math.min(100, Math.ceil((Date.parse(slot.end.instant) - from) / quarterMs))
  const quarters = Array.from({ length: count }, (_, i) => from + i * quarterMs)
  const isNight = ({ quietHours, timezone }: Recipient) =>
    quarters.some((ms) => isQuietAt(quietHours ?? [], ms, timezone))
  const names = ids
    .map((id) => people.find(id))
    .filter((one) => one !== undefined && isNight(one))
    .map((one) => people.nameOf(one!.id))
  return names.length === 0 ? null : <p class="hint">{w.inQuietHours(names.join(', '))}</p>
}

interface ConflictsProps {
  /** Undefined: not known yet. */
  readonly conflicts: readonly Conflict[] | undefined
  readonly people: People
}

export function Conflicts({ conflicts, people }: ConflictsProps) {
  const w = useWords(words)
  if (!conflicts) return <p class="hint">{w.checking}</p>
  if (conflicts.length === 0) return <p class="slot-free">{w.free}</p>
  return (
    <ul class="slot-conflicts">
      {conflicts.map(({ kind, participant, start, end, meetingId }) => (
        <li key={`${kind} ${participant} ${start.instant}`}>
          {w.conflicts[kind](people.nameOf(participant))}
          {kind !== 'outside_availability' && <BusyTime start={start} end={end} />}
          {meetingId && (
            <>
              {' · '}
              <a href={hrefs.meeting(meetingId)} target="_blank" rel="noreferrer">
                {w.thatMeeting}
              </a>
            </>
          )}
        </li>
      ))}
    </ul>
  )
}

function BusyTime(slot: Slot) {
  return <> ({slotText(slot, useStore(ownZone))})</>
}
