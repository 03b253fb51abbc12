// Times at which all of them are there and free, in the local time of each; where there is none, why.

import { useEffect, useState } from 'preact/hooks'
import { api, wordsOf } from '../../api.ts'
import { useWords } from '../../language.ts'
import { Button } from '../../parts/button.tsx'
import { Select, TextField } from '../../parts/field.tsx'
import { SlotTimes, slotText } from '../../parts/slot.tsx'
import type { People } from '../../people.ts'
import { tellList } from '../../stories/tell.ts'
import { words } from '../../words/new-meeting.ts'
import { isZone } from '../../zone-names.ts'
import { addDays, dateIn, minutesIn } from '../../zoned.ts'
import type { Draft } from './draft.ts'
import { today } from './filters.ts'

type Suggested = Awaited<ReturnType<typeof api.slots.suggest>>

interface FoundTimesProps {
  readonly draft: Draft
  readonly people: People
  readonly onToggle: (at: number) => void
}

export function FoundTimes({ draft, people, onToggle }: FoundTimesProps) {
  const w = useWords(words)
  const [from, setFrom] = useState(today())
  const [days, setDays] = useState('7')
  const [found, setFound] = useState<Suggested | null>(null)
  const [error, setError] = useState<string | null>(null)
  const ids = [draft.requester, ...draft.others].filter((id) => id !== '')
  // What was found is for these people and this length.
  useEffect(() => setFound(null), [ids.join('\n'), draft.minutes])
  const find = async () => {
    setFound(null)
    if (draft.requester === '' || draft.others.length === 0) return setError(w.findFirst)
    try {
      const window = { from: `${from}T00:00:00`, to: `${addDays(from, Number(days))}T00:00:00`, timezone: draft.zone }
      const wanted = { participants: ids, duration: `PT${draft.minutes}M`, granularity: 'PT30M', window, limit: 100 }
      const { slots, reasons } = await api.slots.suggest(wanted)
      setFound({ slots: variedOf(slots, draft.zone), reasons })
      setError(null)
    } catch (failed) {
      setError(wordsOf(failed))
    }
  }
  return (
    <>
      <div class="find-times">
        <TextField label={w.searchFrom} type="date" value={from} min={today()} onInput={setFrom} />
        <Select
          label={w.searchDays}
          value={days}
          onChange={setDays}
          options={(['3', '7', '14', '30', '90'] as const).map((count) => [count, w.days(Number(count))] as const)}
        />
        <Button kind="main" onPress={find} disabled={!isZone(draft.zone) || from === ''}>
          {w.find}
        </Button>
      </div>
      <div aria-live="polite">
        {error && <p class="hint wrong-words">{error}</p>}
        {found && <Answer found={found} ids={ids} draft={draft} people={people} onToggle={onToggle} />}
      </div>
    </>
  )
}

const offeredEach = 12

/**
 * The best come first, and the best are often the quarters of one hour: one of each part of each day that does not overlap with
 * another, the soonest days first; then a second one of each.
 */
function variedOf(slots: Suggested['slots'], zone: string): Suggested['slots'] {
  const chosen: Suggested['slots'] = []
  for (const slot of slots) {
    const overlaps = chosen.some(
      ({ start, end }) => start.instant < slot.end.instant && slot.start.instant < end.instant,
    )
    if (!overlaps) chosen.push(slot)
  }
  const turns = new Map<string, number>()
  const ordered = chosen.map((slot) => {
    const date = dateIn(slot.start.instant, zone)
    const part = `${date} ${partOfDay(minutesIn(Date.parse(slot.start.instant), zone))}`
    const turn = turns.get(part) ?? 0
    turns.set(part, turn + 1)
    return { slot, turn, date, isOdd: oddOf(slot).length > 0 }
  })
  return ordered
    .sort((a, b) => Number(a.isOdd) - Number(b.isOdd) || a.turn - b.turn || a.date.localeCompare(b.date))
    .map(({ slot }) => slot)
}

type Found = Suggested['slots'][number]
const [dayBegins, dayEnds] = [8 * 60, 20 * 60]

/** Who said nothing of when they are there is free at night, too: for whom it is early or late, on their own clocks. */
interface Odd {
  readonly who: string
  readonly when: 'early' | 'late'
}

function oddOf({ start, end, local }: Found): readonly Odd[] {
  return local.flatMap(({ participant: who, timezone }): Odd[] => {
    const begin = minutesIn(Date.parse(start.instant), timezone)
    const over = begin + (Date.parse(end.instant) - Date.parse(start.instant)) / 60_000
    if (begin < dayBegins) return [{ who, when: 'early' }]
    return over > dayEnds ? [{ who, when: 'late' }] : []
  })
}

/** Before noon, around it, and later. */
function partOfDay(minutes: number): number {
  return minutes < 720 ? 0 : minutes < 900 ? 1 : 2
}

function isBefore(a: Found, b: Found): boolean {
  return a.start.instant < b.start.instant
}

interface AnswerProps extends FoundTimesProps {
  readonly found: Suggested
  readonly ids: readonly string[]
}

function Answer({ found, ids, draft, people, onToggle }: AnswerProps) {
  const w = useWords(words)
  const [count, setCount] = useState(offeredEach)
  const offered = found.slots
    .slice(0, count)
    .map((slot) => ({ slot, odd: oddOf(slot) }))
    .sort((a, b) => Math.sign(a.odd.length) - Math.sign(b.odd.length) || (isBefore(a.slot, b.slot) ? -1 : 1))
  if (found.slots.length === 0)
    return (
      <div class="slot-conflicts">
        <p>{w.notFound}</p>
        <ul>
          {found.reasons.map(({ participant, code, others }) => (
            <li key={participant}>
              {w.whyNot[code](people.nameOf(participant), tellList(others.map((id) => people.nameOf(id))))}
            </li>
          ))}
        </ul>
      </div>
    )
  return (
    <>
      <p>{w.found(offered.length)}</p>
      <ul class="found-times">
        {offered.map(({ slot, odd }) => {
          const at = Date.parse(slot.start.instant)
          const isChosen = draft.starts.includes(at)
          return (
            <li key={at}>
              <label class={`found-time${isChosen ? ' chosen' : ''}`}>
                <input
                  type="checkbox"
                  checked={isChosen}
                  aria-label={slotText(slot, draft.zone)}
                  onChange={() => onToggle(at)}
                />
                <span>
                  <SlotTimes slot={slot} ids={ids} people={people} />
                  {odd.length > 0 && (
                    <span class="badge warn">
                      {odd.map(({ who, when }) => w.oddFor[when](people.nameOf(who))).join(', ')}
                    </span>
                  )}
                </span>
              </label>
            </li>
          )
        })}
      </ul>
      {offered.length < found.slots.length && (
        <Button onPress={() => setCount(count + offeredEach)}>{w.moreTimes}</Button>
      )}
    </>
  )
}
