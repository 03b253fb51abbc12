// Whose four o'clock it is, where whoever is reminded lives by another clock than the one it was read by.

import { cityOf, ownZone, showTime } from '../../clock.ts'
import { useWords } from '../../language.ts'
import { Choice } from '../../parts/field.tsx'
import { useName, useZoneOf } from '../../people.ts'
import { useStore } from '../../store.ts'
import { type PreviewWords, words } from '../../words/preview.ts'
import { dateIn, instantIn } from '../../zoned.ts'
import { isOnAClock, type Wanted } from './when.ts'

export type Whose = 'said' | 'theirs'

interface WhoseProps {
  /** As it was read. */
  readonly when: Wanted
  /** By which it was read, unless the sentence names another one. */
  readonly zone: string
  readonly recipient: string
  readonly whose: Whose
  readonly onChange: (whose: Whose) => void
}

export function WhoseClock({ when, zone, recipient, whose, onChange }: WhoseProps) {
  const w = useWords(words)
  const own = useStore(ownZone)
  const name = useName(recipient)
  const theirs = useZoneOf(recipient)
  if (theirs === undefined || !isOnAClock(when) || when.timezone === theirs) return null
  const said = when.timezone!
  const clocks = { said: clockWords(said, own, w), theirs: w.clock.theirs(name, cityOf(theirs)) }
  const other = whose === 'said' ? 'theirs' : 'said'
  const [here, there] = timesOf(when.at!, whose === 'said' ? [said, theirs] : [theirs, said])
  // Two clocks that show the same are one, unless it repeats: they may part with the season.
  if (here === there && !when.rule) return null
  return (
    <div class="whose">
      <p aria-live="polite">{w.byClocks(here, clocks[whose], there, clocks[other])}</p>
      {said === zone && (
        <Choice
          label={w.whose}
          value={whose}
          onChange={onChange}
          options={[
            ['said', said === own ? w.clockOf.yours(cityOf(said)) : w.clockOf.zone(cityOf(said))],
            ['theirs', w.clockOf.theirs(name, cityOf(theirs))],
          ]}
        />
      )}
    </div>
  )
}

/** Without a zone it is the clock of whoever is reminded. */
export function meantOf(when: Wanted, whose: Whose, recipient: string): Wanted {
  if (whose === 'said' || recipient === '' || !isOnAClock(when)) return when
  const { timezone: _, ...onTheirs } = when
  return onTheirs
}

function clockWords(zone: string, own: string, { clock }: PreviewWords): string {
  return zone === own ? clock.yours(cityOf(zone)) : clock.zone(cityOf(zone))
}

/** With the day, where it is another one there. */
function timesOf(at: string, [zone, other]: readonly [string, string]): [string, string] {
  const instant = instantIn(at.slice(0, 16), zone)
  const style = dateIn(instant, zone) === dateIn(instant, other) ? 'time' : 'full'
  return [showTime(instant, zone, style), showTime(instant, other, style)]
}
