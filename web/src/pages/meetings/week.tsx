// A week of meetings (on a phone, a day), with when one person is there behind them.

import { useState } from 'preact/hooks'
import { api, type Meeting } from '../../api.ts'
import { nowMs, ownZone, showTime } from '../../clock.ts'
import { useWords } from '../../language.ts'
import { useNarrow } from '../../narrow.ts'
import { Button } from '../../parts/button.tsx'
import { Failed } from '../../parts/said.tsx'
import type { People } from '../../people.ts'
import { setSearch, usePlace } from '../../place.ts'
import { useQuery } from '../../query.ts'
import { useStore } from '../../store.ts'
import { words } from '../../words/meetings.ts'
import { addDays, isDate, midnightOf, mondayOf } from '../../zoned.ts'
import { AvailabilityPanel } from './availability.tsx'
import { BlockForm, type BlockGiven } from './block-form.tsx'
import { blockAt, drawnBlock } from './blocks.ts'
import { given, readFilters, today } from './filters.ts'
import { Move } from './move.tsx'
import { type Behind, WeekGrid } from './week-grid.tsx'
import { itemsOf, type WeekItem } from './week-items.ts'

const shownMax = 200
const checkedMax = 40

export function Week({ people }: { readonly people: People }) {
  const { search } = usePlace()
  const zone = useStore(ownZone)
  const isNarrow = useNarrow()
  const { participant, status } = readFilters(search)
  const days = daysOf(search.get('day') ?? '', isNarrow)
  const span = spanOf(days, zone)
  const wanted = given({ participant, status, ...span })
  const meetings = useQuery(`week ${JSON.stringify(wanted)}`, () => api.meetings.list({ ...wanted, limit: shownMax }), {
    live: ['meeting'],
  })
  const items = itemsOf(meetings.value?.items ?? [], status !== undefined)
  const conflicts = useConflicts(items)
  const behind = useBehind(participant, span)
  const blocks = useBlocks(participant)
  const [moving, setMoving] = useState<{ readonly item: WeekItem; readonly toMs: number } | null>(null)
  const [block, setBlock] = useState<BlockGiven | null>(null)
  const movable = new Map(items.filter(({ meeting }) => isOpen(meeting)).map((item) => [item.key, item]))
  const drops = {
    zone,
    itemOf: (key: string) => movable.get(key),
    onMove: (item: WeekItem, toMs: number) => setMoving({ item, toMs }),
    onDraw: (startMs: number, endMs: number) =>
      participant === undefined
        ? askFor(startMs, endMs)
        : setBlock({ block: drawnBlock(startMs, endMs, people.zoneOf(participant) ?? zone), startMs, endMs }),
    onPoint: (atMs: number) => {
      const found = blockAt(blocks.value?.items ?? [], atMs)
      if (found) setBlock({ id: found.id, block: found })
    },
  }
  if (meetings.error && !meetings.value) return <Failed error={meetings.error} again={meetings.refresh} />
  return (
    <>
      <Steps days={days} isNarrow={isNarrow} />
      <Legend name={participant && people.nameOf(participant)} />
      <WeekGrid {...{ days, items, conflicts, drops }} behind={behind} />
      <Hints
        name={participant && people.nameOf(participant)}
        isFull={meetings.value?.nextCursor != null}
        isNarrow={isNarrow}
      />
      {participant && (
        <AvailabilityPanel
          name={people.nameOf(participant)}
          blocks={blocks.value?.items}
          zone={people.zoneOf(participant) ?? zone}
          onOpen={setBlock}
        />
      )}
      {moving && (
        <Move
          meeting={moving.item.meeting}
          people={people}
          dragged={{ from: moving.item, toMs: moving.toMs }}
          onClose={() => setMoving(null)}
        />
      )}
      {participant && block && (
        <BlockForm
          {...block}
          recipient={participant}
          name={people.nameOf(participant)}
          onMeeting={askFor}
          onClose={() => setBlock(null)}
        />
      )}
    </>
  )
}

function isOpen({ status }: Meeting): boolean {
  return status === 'pending' || status === 'accepted'
}

function askFor(startMs: number, endMs: number): void {
  setSearch({ new: '1', start: new Date(startMs).toISOString(), end: new Date(endMs).toISOString() })
}

function daysOf(day: string, isNarrow: boolean): readonly string[] {
  const date = isDate(day) ? day : today()
  if (isNarrow) return [date]
  return Array.from({ length: 7 }, (_, i) => addDays(mondayOf(date), i))
}

function spanOf(days: readonly string[], zone: string): { readonly from: string; readonly to: string } {
  const iso = (date: string) => new Date(midnightOf(date, zone)).toISOString()
  return { from: iso(days[0]!), to: iso(addDays(days.at(-1)!, 1)) }
}

function useBlocks(recipient: string | undefined) {
  return useQuery(`blocks ${recipient}`, () => api.availability.list({ id: recipient! }), {
    enabled: recipient !== undefined,
  })
}

/** When they are there and free, and when not, by the server's knowledge of zones and clocks. */
function useBehind(
  recipient: string | undefined,
  span: { readonly from: string; readonly to: string },
): readonly Behind[] {
  const { value } = useQuery(
    `freebusy ${recipient} ${span.from} ${span.to}`,
    () => api.availability.freeBusy({ id: recipient!, ...span }),
    { enabled: recipient !== undefined, live: ['meeting', 'calendar'] },
  )
  if (recipient === undefined || !value) return []
  const stretch = ({ start, end }: (typeof value)['free'][number]) => ({
    startMs: Date.parse(start.instant),
    endMs: Date.parse(end.instant),
  })
  return [
    ...value.free.map((one) => ({ ...stretch(one), kind: 'free' as const })),
    // Their meetings stand before it.
    ...value.busy.flatMap((one) => (one.kind === 'meeting' ? [] : [{ ...stretch(one), kind: one.kind }])),
  ]
}

/** Of what is proposed: whether it could be accepted. What was accepted says itself that the clocks moved it into something else. */
function useConflicts(items: readonly WeekItem[]): ReadonlySet<string> {
  const open = items.filter(({ isProposed, startMs }) => isProposed && startMs > nowMs()).slice(0, checkedMax)
  const { value } = useQuery(
    `week conflicts ${open.map(({ key, meeting }) => `${key} ${meeting.version}`).join()}`,
    () => Promise.all(open.map(isTaken)),
    { enabled: open.length > 0, live: ['meeting', 'calendar'] },
  )
  return new Set([
    ...open.filter((_, i) => value?.[i]).map(({ key }) => key),
    ...items.filter(({ meeting }) => meeting.conflictAt !== null).map(({ key }) => key),
  ])
}

async function isTaken({ meeting, startMs, endMs }: WeekItem): Promise<boolean> {
  const [start, end] = [new Date(startMs).toISOString(), new Date(endMs).toISOString()]
  // It may have begun since it was listed.
  const answer = await api.conflicts.check({ meetingId: meeting.id, start, end }).catch(() => null)
  return answer?.free === false
}

function Steps({ days, isNarrow }: { readonly days: readonly string[]; readonly isNarrow: boolean }) {
  const w = useWords(words)
  const by = isNarrow ? 1 : 7
  const [first, last] = [days[0]!, days.at(-1)!]
  const named = (date: string) => showTime(`${date}T12:00Z`, 'UTC', isNarrow ? 'date' : 'day')
  return (
    <div class="week-steps">
      <Button
        icon="back"
        label={isNarrow ? w.beforeDay : w.before}
        onPress={() => setSearch({ day: addDays(first, -by) })}
      />
      <Button onPress={() => setSearch({ day: null })}>{w.today}</Button>
      <Button
        icon="next"
        label={isNarrow ? w.afterDay : w.after}
        onPress={() => setSearch({ day: addDays(first, by) })}
      />
      <h2>{isNarrow ? named(first) : `${named(first)} – ${named(last)}`}</h2>
    </div>
  )
}

function Legend({ name }: { readonly name: string | undefined }) {
  const { legend } = useWords(words)
  return (
    <ul class="week-legend">
      <li class="accepted">{legend.accepted}</li>
      <li class="pending">{legend.proposed}</li>
      <li class="conflict">{legend.conflict}</li>
      {name && <li class="free">{legend.there(name)}</li>}
      {name && <li class="busy">{legend.busy}</li>}
    </ul>
  )
}

interface HintsProps {
  readonly name: string | undefined
  readonly isFull: boolean
  readonly isNarrow: boolean
}

function Hints({ name, isFull, isNarrow }: HintsProps) {
  const w = useWords(words)
  // A finger scrolls: there is nothing to drag on a phone.
  const drag = isNarrow ? '' : name ? w.dragHours(name) : w.dragMeeting
  return (
    <p class="hint week-hints">
      {isFull && <strong>{w.moreThanShown} </strong>}
      {drag} {name ? '' : w.choosePerson}
    </p>
  )
}
